import { describe, expect, it } from 'vitest'
import { readTableAside } from './read-aside.ts'

const long = 'of oak planed on four sides '.repeat(40)
const items = Array.from({ length: 4_000 }, (_, index) => ({
  code: `A-${index}`,
  name: `Item ${index} ${long}`,
}))
const large = Buffer.from(JSON.stringify(items))

describe('reading a file in a process of its own', () => {
  it('answers what reading here would, while the loop goes on', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const table = await readTableAside(large)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    expect(table).toMatchObject({ format: 'json', headers: ['code', 'name'] })
    expect(table.rows).toHaveLength(4_000)
    expect(table.rows[3_999]).toEqual(['A-3999', `Item 3999 ${long}`])
    expect(table.lines.at(-1)).toBe(4_000)
  }, 60_000)

  it('refuses with the same words', async () => {
    await expect(readTableAside(Buffer.concat([large, Buffer.from('x')]))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/^The file is not valid JSON/),
    })
  }, 60_000)
})
