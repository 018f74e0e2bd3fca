type Cell = string | number;
type Props = {
  caption: string;
  head: readonly string[];
  /** A row's name comes first, and no other row has it. */
  rows: readonly (readonly [string, ...Cell[]])[];
};

/** Data of a chart, for screen readers. In a box: a table is as wide as its words, even when hidden. */
export function ChartTable({ caption, head, rows }: Props) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
