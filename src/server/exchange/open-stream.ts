/**
 * Begins a streamed answer that is made inside a transaction. `produce` calls `ready` once it knows that it can answer
 * (what it throws before becomes the refusal), then yields to the reader's pace through `write`. The promise settles when
 * the stream may be sent; the work goes on until the last byte was taken or the reader left.
 */
export function openStream(
  produce: (out: { ready(): void; write(chunk: Uint8Array): Promise<void> }) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(
    undefined,
    { highWaterMark: 4 },
    { highWaterMark: 4 },
  )
  const writer = writable.getWriter()
  return new Promise((resolve, reject) => {
    produce({ ready: () => resolve(readable), write: (chunk) => writer.write(chunk) })
      .then(() => writer.close())
      .catch((error: unknown) => {
        // Before `ready` this is the refusal; after it the connection is broken off, so that half a file is no file.
        reject(error)
        writer.abort(error).catch(() => undefined)
      })
  })
}
