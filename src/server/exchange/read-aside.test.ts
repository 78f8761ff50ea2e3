import { describe, expect, it } from 'vitest'
import { readXlsxAside } from './read-aside.ts'
import { writeXlsx, type SheetCell } from './xlsx/write-xlsx.ts'

const few = Array.from({ length: 20_000 }, (_, index): SheetCell[] => [
  { text: `x${index % 50}` },
  { text: `y${index % 7}` },
])
const rows = Array.from({ length: 12_000 }, (_, index): SheetCell[] => [
  { text: `A-${index}` },
  { text: `Item ${(index * 7919) % 12_007} ${Math.sin(index)}` },
])

async function workbook(from = rows): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const source = (async function* () {
    yield* from
  })()
  for await (const chunk of writeXlsx('Items', ['code', 'name'], source)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('reading a workbook in a process of its own', () => {
  it('answers what reading here would, while the loop goes on', async () => {
    const large = await workbook()
    expect(large.length).toBeGreaterThan(200_000)
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const table = await readXlsxAside(large)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
    expect(table).toMatchObject({ format: 'xlsx', headers: ['code', 'name'], sheet: 'Items' })
    expect(table.rows).toHaveLength(12_000)
    expect(table.rows[11_999]?.[0]).toBe('A-11999')
    expect(table.lines.at(-1)).toBe(12_001)
  }, 60_000)

  it('[ST-10] [IM-04] has the loop go on for one that is small only as long as it is packed', async () => {
    const packed = await workbook(few)
    expect(packed.length).toBeLessThan(200_000)
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const { rows: found } = await readXlsxAside(packed)
    clearInterval(timer)
    expect(found).toHaveLength(20_000)
    expect(turns).toBeGreaterThan(5)
  }, 60_000)

  it('refuses with the same words', async () => {
    const large = await workbook()
    await expect(readXlsxAside(large, 'Nope')).rejects.toMatchObject({
      code: 'invalid',
      message: 'There is no such sheet in the workbook.',
    })
  }, 60_000)
})
