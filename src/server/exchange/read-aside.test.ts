import { describe, expect, it } from 'vitest'
import { readTableAside, summariseTable } from './read-aside.ts'

const long = 'of oak planed on four sides '.repeat(40)
const large = Buffer.from(
  [
    'code,name,price',
    ...Array.from({ length: 4_000 }, (_, index) => `A-${index},Item ${index} ${long},${index}.50`),
  ].join('\n'),
)

describe('reading a file in a process of its own', () => {
  it('answers what reading here would, while the loop goes on', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const summary = await summariseTable(large, 'x.csv')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    expect(summary).toMatchObject({
      count: 4_000,
      table: { format: 'csv', headers: ['code', 'name', 'price'] },
    })
    expect(summary.columns.map(({ type }) => type)).toEqual(['text', 'long_text', 'money'])
    const table = await readTableAside(large, 'x.csv')
    expect(table.rows).toHaveLength(4_000)
    expect(table.rows[3_999]).toEqual(['A-3999', `Item 3999 ${long}`, '3999.50'])
    expect(table.lines.at(-1)).toBe(4_001)
  }, 60_000)

  it('refuses with the same words', async () => {
    await expect(
      readTableAside(Buffer.concat([large, Buffer.from('\n"open')]), 'x.csv'),
    ).rejects.toMatchObject({ code: 'invalid', message: 'A quoted cell is never closed.' })
  }, 60_000)
})
