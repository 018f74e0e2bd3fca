import { Fragment } from 'react';
import { addressParts } from '#lib/webhooks/target.ts';

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

/**
 * An address in one line: host and path, by which two endpoints of one host differ. The host is cut at its end and the
 * path at its beginning, so that the last part of the path stands at every width.
 */
export function ShortAddress({ url }: { url: string }) {
  const { host, path } = addressParts(url);
  return (
    <span className="mono inline-flex max-w-full min-w-0 align-bottom text-[1em]" title={url}>
      <span className="min-w-[3ch] shrink-[9] truncate">{host}</span>
      {path !== '' && (
        <span className="truncate text-left [direction:rtl]">
          <bdi dir="ltr">{path}</bdi>
        </span>
      )}
    </span>
  );
}
