import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'

/** Lets the client of uploads in pieces send by a `fetch` of ours, so that what it says can be kept. */
export class FetchStack implements HttpStack {
  constructor(private readonly send: typeof fetch) {}

  getName(): string {
    return 'FetchStack'
  }

  createRequest(method: string, url: string): HttpRequest {
    const headers = new Headers()
    const stopped = new AbortController()
    const { send } = this
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => headers.set(name, value),
      getHeader: (name) => headers.get(name) ?? undefined,
      setProgressHandler: () => undefined,
      getUnderlyingObject: () => null,
      async send(body: BodyInit | null): Promise<HttpResponse> {
        const answer = await send(url, { method, headers, body: body ?? null, signal: stopped.signal })
        const text = await answer.text()
        return {
          getStatus: () => answer.status,
          getHeader: (name) => answer.headers.get(name) ?? undefined,
          getBody: () => text,
          getUnderlyingObject: () => answer,
        }
      },
      async abort() {
        stopped.abort()
      },
    }
  }
}
