/** Keys as printed on them: "Ctrl K". */
export function Kbd({ children }: { children: string }) {
  return <kbd>{children}</kbd>;
}
