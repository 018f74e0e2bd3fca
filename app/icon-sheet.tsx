import { SHAPES, type Shape } from '#components/ui/icon-shapes.ts';

/** Every sign once, for the whole document: `Icon` refers to them, so that no script carries their paths. */
export function IconSheet() {
  return (
    <svg className="hidden" aria-hidden="true">
      {Object.entries(SHAPES).map(([name, shape]) => (
        <Drawn key={name} id={`icon-${name}`} shape={shape} />
      ))}
    </svg>
  );
}

/** Without a stroke or a fill of its own a path has those of the icon that refers to it. */
function Drawn({ id, shape }: { id: string; shape: Shape }) {
  return (
    <g id={id}>
      {shape.solid && <path d={shape.solid} fill="currentColor" stroke="none" />}
      {shape.dash && <path d={shape.dash} strokeDasharray={shape.gaps} />}
      {shape.line && (
        <path d={shape.line} {...(shape.width ? { style: { strokeWidth: shape.width } } : {})} />
      )}
      {shape.cut && <path d={shape.cut} style={{ stroke: 'var(--surface)', strokeWidth: shape.width }} />}
    </g>
  );
}
