/** Of the element that holds the brand. */
export const BRAND =
  'flex items-center gap-2 text-ink text-md/4.5 font-[700] tracking-[-0.01em] no-underline hover:text-ink';

/** The counter window; the bar in it is the one place to act. */
export function Brand() {
  return (
    <>
      <svg
        className="size-5 wide:max-drawer:in-[aside]:size-5.5"
        viewBox="0 0 20 20"
        aria-hidden="true"
        focusable="false"
      >
        <path d="M3 18V8a7 7 0 0 1 14 0v10" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M1 18h18" stroke="currentColor" strokeWidth="2" />
        <path d="M6.5 13.5h7" stroke="var(--accent)" strokeWidth="3" />
      </svg>
      guichê
    </>
  );
}
