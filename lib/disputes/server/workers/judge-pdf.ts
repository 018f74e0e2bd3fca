import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';

/** Runs in a process of its own (`judge-pdf.ts` above): opens a PDF as a reader without a password does. */

type Verdict = 'damaged' | 'encrypted' | 'too_complex' | null;
/** No bank reads more, and no honest 10 MB hold more. */
const MOST_PAGES = 1_000;
const LOAD = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY } as const;

async function judge(bytes: Uint8Array): Promise<Verdict> {
  const opened = await open(bytes);
  if (opened === 'encrypted') return opened;
  const pages = opened === null ? null : pagesOf(opened);
  if (pages === null || pages === 0) return 'damaged';
  return pages > MOST_PAGES ? 'too_complex' : null;
}

/** The empty password is what every reader tries first: many files are locked only against printing or changes. */
async function open(bytes: Uint8Array): Promise<PDFDocument | 'encrypted' | null> {
  try {
    return await PDFDocument.load(bytes, { ...LOAD, password: '' });
  } catch (error) {
    if (isLocked(error)) return 'encrypted';
  }
  // Its encryption is described in a way that the library cannot follow: the file is judged by what is plain in it.
  return PDFDocument.load(bytes, { ...LOAD, ignoreEncryption: true }).catch(() => null);
}

/** The library's words for a password, and for locks of certificates and services that need more than one. */
const isLocked = (error: unknown) =>
  error instanceof Error &&
  /NEEDS PASSWORD|unknown encryption method|unsupported encryption algorithm/.test(error.message);

/** How many pages it has, at most one more than is asked for; null where a page or its content is not there. */
function pagesOf({ catalog, context }: PDFDocument): number | null {
  if (!(catalog instanceof PDFDict)) return null;
  const waiting = [catalog.get(PDFName.of('Pages'))];
  const seen = new Set<PDFDict>();
  let pages = 0;
  while (waiting.length > 0 && pages <= MOST_PAGES) {
    const node = context.lookup(waiting.pop());
    if (!(node instanceof PDFDict)) return null;
    if (seen.has(node)) continue;
    seen.add(node);
    const kids = node.lookup(PDFName.of('Kids'));
    if (kids instanceof PDFArray) for (const kid of kids.asArray()) waiting.push(kid);
    else if (hasContent(node)) pages += 1;
    else return null;
  }
  return pages;
}

/** An empty page has no content; one that names a content which is not there was cut. */
function hasContent(page: PDFDict): boolean {
  const content = page.get(PDFName.of('Contents'));
  const whole = page.context.lookup(content);
  const parts = whole instanceof PDFArray ? whole.asArray() : [content];
  return parts.every((part) => !(part instanceof PDFRef) || page.context.lookup(part) !== undefined);
}

// The library warns of odd numbers by quoting the file.
console.warn = () => undefined;
// It lives until the asking process has the verdict and ends it, or is gone itself.
process.on('message', async (bytes: Uint8Array) => {
  process.send?.(await judge(bytes).catch(() => 'damaged' as const));
});
