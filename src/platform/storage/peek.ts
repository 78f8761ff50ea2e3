/** The first `count` bytes (or fewer, when there are fewer) and all of them, those first ones included. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ head: Buffer; all: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  while (size < count) {
    const next = await iterator.next()
    if (next.done === true) break
    first.push(next.value)
    size += next.value.byteLength
  }
  const head = Buffer.concat(first)
  const all = async function* (): AsyncGenerator<Uint8Array> {
    try {
      if (head.length > 0) yield head
      for (;;) {
        const next = await iterator.next()
        if (next.done === true) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { head: head.subarray(0, count), all: all() }
}
