import { Fragment } from 'react';

/** A URL that breaks where its parts meet; inside a part only where that alone is too long for its line. */
export function Address({ url }: { url: string }) {
  let at = 0;
  return url.split(/(?<=\/)(?!\/)|(?=[.?&=])/).map((part) => {
    at += part.length;
    return (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}
