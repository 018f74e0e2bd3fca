import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef } from '@cantoo/pdf-lib';

/** Its own process, started by `file-types.ts`. Opens a PDF as a reader without a password does. */

type Verdict = 'damaged' | 'encrypted' | 'too_complex' | null;
/** No bank reads more pages, and no honest file of 10 MB has more. */
const MOST_PAGES = 1_000;
const LOAD = { updateMetadata: false, parseSpeed: Number.POSITIVE_INFINITY } as const;

async function judge(bytes: Uint8Array): Promise<Verdict> {
  const opened = await open(bytes);
  if (opened === 'encrypted') return opened;
  const pages = opened === null ? null : pagesOf(opened);
  if (pages === null || pages === 0) return 'damaged';
  return pages > MOST_PAGES ? 'too_complex' : null;
}

/** Every reader tries the empty password first: many files are locked only against printing or changes. */
async function open(bytes: Uint8Array): Promise<PDFDocument | 'encrypted' | null> {
  try {
    return await PDFDocument.load(bytes, { ...LOAD, password: '' });
  } catch (error) {
    if (isLocked(error)) return 'encrypted';
  }
  // The library cannot parse the encryption: check only the unencrypted structure.
  return PDFDocument.load(bytes, { ...LOAD, ignoreEncryption: true }).catch(() => null);
}

/** The library's messages for a needed password, and for certificate or service locks. */
const isLocked = (error: unknown) =>
  error instanceof Error &&
  /NEEDS PASSWORD|unknown encryption method|unsupported encryption algorithm/.test(error.message);

/** Number of pages, at most one above the limit; null if a page or its content is missing. */
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

/** An empty page has no content. A page that refers to missing content was cut. */
function hasContent(page: PDFDict): boolean {
  const content = page.get(PDFName.of('Contents'));
  const resolved = page.context.lookup(content);
  const parts = resolved instanceof PDFArray ? resolved.asArray() : [content];
  return parts.every((part) => !(part instanceof PDFRef) || page.context.lookup(part) !== undefined);
}

// The library's warnings about odd numbers quote the file.
console.warn = () => undefined;
// Lives until the parent process ends it or is gone.
process.on('message', async (bytes: Uint8Array) => {
  process.send?.(await judge(bytes).catch(() => 'damaged' as const));
});
