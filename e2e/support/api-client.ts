import { NextRequest } from 'next/server';

export type Query = Record<string, string | number | boolean>;
type FilePart = { name: string; mimeType: string; buffer: Buffer };
export type CallOptions = {
  params?: Query | URLSearchParams | string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, text and bytes as they are. */
  data?: unknown;
  form?: Record<string, string | number | boolean>;
  multipart?: Record<string, string | FilePart>;
  maxRedirects?: number;
};
export type ApiAnswer = {
  status: () => number;
  ok: () => boolean;
  url: () => string;
  /** Names in lower case; several values of one name stand in one text. */
  headers: () => Record<string, string>;
  headersArray: () => { name: string; value: string }[];
  text: () => Promise<string>;
  json: () => Promise<ReturnType<typeof JSON.parse>>;
  body: () => Promise<Buffer>;
};
type Call = (path: string, options?: CallOptions) => Promise<ApiAnswer>;
/** What the API's tests need of Playwright's request context; a context is one, and so is `ApiCaller`. */
export type ApiClient = Record<'get' | 'post' | 'put' | 'patch' | 'delete' | 'head', Call> & {
  fetch: (path: string, options?: CallOptions & { method?: string }) => Promise<ApiAnswer>;
};
export type Serve = (request: NextRequest) => Promise<Response>;

/**
 * A client with a cookie jar that calls the API as a function. It sends what a browser and the server script would
 * add: Origin, Host, the body's length, the client's address. It follows no redirect.
 */
export class ApiCaller implements ApiClient {
  readonly cookies = new Map<string, string>();
  private readonly serve: Serve;
  private readonly origin: string;
  private readonly headers: Record<string, string>;

  constructor(serve: Serve, origin: string, headers: Record<string, string> = { origin }) {
    this.serve = serve;
    this.origin = origin;
    this.headers = headers;
  }

  readonly get: Call = (path, options) => this.fetch(path, { ...options, method: 'GET' });
  readonly post: Call = (path, options) => this.fetch(path, { ...options, method: 'POST' });
  readonly put: Call = (path, options) => this.fetch(path, { ...options, method: 'PUT' });
  readonly patch: Call = (path, options) => this.fetch(path, { ...options, method: 'PATCH' });
  readonly delete: Call = (path, options) => this.fetch(path, { ...options, method: 'DELETE' });
  readonly head: Call = (path, options) => this.fetch(path, { ...options, method: 'HEAD' });

  async fetch(path: string, options: CallOptions & { method?: string } = {}): Promise<ApiAnswer> {
    return answerOf(await this.open(path, options), new URL(path, this.origin));
  }

  /** The answer before its body is read, for streams. */
  async open(path: string, options: CallOptions & { method?: string } = {}): Promise<Response> {
    const url = new URL(path, this.origin);
    const params = typeof options.params === 'object' ? Object.entries(plain(options.params)) : [];
    for (const [name, value] of params) url.searchParams.append(name, String(value));
    if (typeof options.params === 'string') url.search = options.params;
    const { body, type } = await bodyOf(options);
    const headers = new Headers({
      host: url.host,
      'user-agent': 'API tests',
      'x-guiche-client-address': '127.0.0.1',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(body === undefined ? {} : { 'content-length': String(body.byteLength) }),
      ...this.headers,
      ...options.headers,
    });
    headers.set('x-guiche-request-id', crypto.randomUUID());
    if (this.cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await this.serve(
      new NextRequest(url, { method: options.method ?? 'GET', headers, ...(body && { body }) }),
    );
    this.store(response.headers.getSetCookie());
    return response;
  }

  private store(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';');
      const [name = '', ...value] = pair.split('=');
      const ended = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute));
      if (ended) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
  }
}

const plain = (params: Query | URLSearchParams): Query =>
  params instanceof URLSearchParams ? Object.fromEntries(params) : params;

/** The body's bytes and its type; the type of `data` is JSON unless it is bytes. */
async function bodyOf(options: CallOptions): Promise<{ body?: ArrayBuffer; type?: string }> {
  const { data, form, multipart } = options;
  if (multipart !== undefined) {
    const fields = new FormData();
    for (const [name, value] of Object.entries(multipart))
      if (typeof value === 'string') fields.append(name, value);
      else
        fields.append(name, new File([new Uint8Array(value.buffer)], value.name, { type: value.mimeType }));
    return encoded(new Response(fields));
  }
  if (form !== undefined)
    return encoded(
      new Response(new URLSearchParams(Object.entries(form).map(([name, value]) => [name, String(value)]))),
    );
  if (data === undefined) return {};
  if (data instanceof Uint8Array)
    return encoded(new Response(new Uint8Array(data)), 'application/octet-stream');
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return encoded(new Response(text), 'application/json');
}

async function encoded(response: Response, type = response.headers.get('content-type') ?? '') {
  return { body: await response.arrayBuffer(), type };
}

async function answerOf(response: Response, url: URL): Promise<ApiAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: () => response.status,
    ok: () => response.ok,
    url: () => url.href,
    headers: () => Object.fromEntries(response.headers),
    headersArray: () => [...response.headers].map(([name, value]) => ({ name, value })),
    text: async () => bytes.toString(),
    json: async () => JSON.parse(bytes.toString()),
    body: async () => bytes,
  };
}
