import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseMultipart } from './parse-multipart.ts'

const formOf = async (form: FormData): Promise<[Buffer, string]> => {
  const request = new Request('http://x', { method: 'POST', body: form })
  return [Buffer.from(await request.arrayBuffer()), request.headers.get('content-type') ?? '']
}

it('reads what the client makes of a Blob', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), fc.string(), async (bytes, note) => {
      const form = new FormData()
      form.append('cacheControl', '3600')
      form.append('metadata', JSON.stringify({ note }))
      form.append('', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }))
      const parts = parseMultipart(...(await formOf(form)))
      expect(parts?.map(({ name, isFile }) => [name, isFile])).toEqual([
        ['cacheControl', false],
        ['metadata', false],
        ['', true],
      ])
      expect(parts?.[0]?.bytes.toString()).toBe('3600')
      expect(JSON.parse(parts?.[1]?.bytes.toString() ?? '')).toEqual({ note })
      expect(parts?.[2]?.type).toBe('image/png')
      expect(parts?.[2]?.bytes.equals(bytes)).toBe(true)
    }),
    { numRuns: 100 },
  )
})

it('refuses what is cut off or no form', async () => {
  const form = new FormData()
  form.append('', new Blob(['plan']), 'x"; name="y')
  const [bytes, type] = await formOf(form)
  expect(parseMultipart(bytes, type)?.[0]?.name).toBe('')
  for (let end = 0; end < bytes.length - 4; end++)
    expect(parseMultipart(bytes.subarray(0, end), type)).toBeNull()
  expect(parseMultipart(bytes, 'multipart/form-data')).toBeNull()
})
