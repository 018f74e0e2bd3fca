// Runs in the browser before a page is taken over, in the turn in which the framework's first module runs. What takes
// long there gets a turn of its own, so that none is long: React's own modules, and the browser's first use of Intl
// (20 to 40 ms, whichever part comes first).
setTimeout(() => import('react-dom/client'));
setTimeout(Intl.DateTimeFormat);
// The framework takes the page over after its scripts "before interactive", each of which ends the turn. One without
// words stands among them; were they kept elsewhere, it would be taken over in this turn, as without it.
const early = self as { __next_s?: [src: undefined, props: { children: string }][] };
early.__next_s ??= [];
early.__next_s.push([undefined, { children: '' }]);
