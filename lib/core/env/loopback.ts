/** True if the URL's host is this machine: localhost, 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
