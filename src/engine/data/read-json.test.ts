import { expect, it } from 'vitest'
import { readJson } from './read-json.ts'

it('reads what the API says, and takes the page of a proxy for a server that could not be reached', async () => {
  expect(await readJson(Response.json({ rows: [] }))).toEqual({ rows: [] })
  for (const page of ['<html>proxy</html>', ''])
    await expect(readJson(new Response(page))).rejects.toMatchObject({
      name: 'ApiError',
      status: 0,
      unavailable: true,
      message: 'The server could not be reached.',
    })
  await expect(readJson(new Response('<html>'), true)).rejects.toMatchObject({
    code: 'failed',
    unavailable: false,
  })
})
