const kept = new WeakMap<Response, string>()

/**
 * An answer that holds a secret. Whoever repeats the call with its Idempotency-Key gets the same without the secret: that
 * is stored nowhere.
 */
export function shownOnce(row: object, secret: object, status: number): Response {
  const response = new Response(JSON.stringify({ ...row, ...secret }), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  })
  kept.set(response, JSON.stringify(row))
  return response
}

/** What may be stored of an answer. */
export const storableText = async (response: Response): Promise<string> =>
  kept.get(response) ?? (await response.clone().text())
