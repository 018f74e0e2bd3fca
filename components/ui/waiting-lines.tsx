import { ReadingLine, Skeleton } from './skeleton.tsx';

const MORE = ['second', 'third', 'fourth', 'fifth'];

/** Bars in place of the rows of a list that is not there yet. */
export function WaitingLines({ words = '' }: { words?: string }) {
  return (
    <div className="grid gap-4">
      <ReadingLine words={words} width="80%" />
      {MORE.map((line) => (
        <p key={line}>
          <Skeleton width="80%" />
        </p>
      ))}
    </div>
  );
}
