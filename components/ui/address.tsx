import { Fragment } from 'react';
import { addressParts } from '#lib/webhooks/rules.ts';

/** A URL that may wrap between its parts; a part breaks only where it is longer than the line. */
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

/** A URL on one line: its host is cut at the end, its path at the beginning: endpoints stay distinct. */
export function ShortAddress({ url }: { url: string }) {
  const { host, path } = addressParts(url);
  return (
    <span className="mono inline-flex max-w-full min-w-0 align-bottom text-[1em]" title={url}>
      <span className="min-w-9 shrink-[9] truncate">{host}</span>
      {path !== '' && (
        <span className="truncate text-left [direction:rtl]">
          <bdi dir="ltr">{path}</bdi>
        </span>
      )}
    </span>
  );
}
