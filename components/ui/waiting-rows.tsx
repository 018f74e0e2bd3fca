import { Skeleton } from './skeleton.tsx';

const upTo = (count: number) => Array.from({ length: count }, (_, place) => place);

/** The body of a table whose rows are still being read: bars where values come. */
export function WaitingRows({ lines, cells }: { lines: number; cells: number }) {
  return (
    <tbody>
      {upTo(lines).map((line) => (
        <tr key={line}>
          {upTo(cells).map((cell) => (
            <td key={cell}>
              <Skeleton width="70%" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
