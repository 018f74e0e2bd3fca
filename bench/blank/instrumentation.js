/** Without this file the framework would use the product's, further up. */
export function register() {}
