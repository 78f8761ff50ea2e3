import { describe, expect, it } from 'vitest'
import { readTableAside, summariseTable } from './read-aside.ts'

const large = Buffer.from(
  [
    'code,name,price',
    ...Array.from({ length: 20_000 }, (_, index) => `A-${index},Item ${index},${index}.50`),
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
      count: 20_000,
      table: { format: 'csv', headers: ['code', 'name', 'price'] },
    })
    expect(summary.columns.map(({ type }) => type)).toEqual(['text', 'text', 'money'])
    const table = await readTableAside(large, 'x.csv')
    expect(table.rows).toHaveLength(20_000)
    expect(table.rows[19_999]).toEqual(['A-19999', 'Item 19999', '19999.50'])
    expect(table.lines.at(-1)).toBe(20_001)
  })

  it('refuses with the same words', async () => {
    await expect(
      readTableAside(Buffer.concat([large, Buffer.from('\n"open')]), 'x.csv'),
    ).rejects.toMatchObject({ code: 'invalid', message: 'A quoted cell is never closed.' })
  })
})
