import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { layoutSchema } from '#contracts/layout.ts'
import { modelWriteSchema } from '#contracts/model.ts'
import { roleWriteSchema } from '#contracts/role.ts'
import { routeWriteSchema } from '#contracts/route.ts'
import { openRows } from '../exchange/open-rows.ts'
import { cellText, type Cell } from '../exchange/table.ts'

const fixtures = resolve(import.meta.dirname, '../../../fixtures')
const inDemo = (...parts: string[]): string => join(fixtures, 'demo', ...parts)
const readJson = (...parts: string[]): unknown => JSON.parse(readFileSync(inDemo(...parts), 'utf8'))

const peopleSchema = z.strictObject({
  workspace: z.strictObject({ name: z.string(), subdomain: z.string() }),
  password: z.string(),
  roles: z.array(roleWriteSchema),
  people: z.array(
    z.strictObject({ name: z.string(), email: z.email(), role: z.string(), title: z.string() }),
  ),
})
const rulesSchema = z.record(
  z.string(),
  z.record(z.string(), z.strictObject({ read_roles: z.array(z.string()), write_roles: z.array(z.string()) })),
)
const screensSchema = z.strictObject({
  /** Models whose list, record and form are generated, as the import wizard does it. */
  generated: z.array(
    z.strictObject({
      model: z.string(),
      singular: z.string(),
      path: z.string(),
      order: z.number(),
      nav: z.boolean(),
      access: z.strictObject({ roles: z.array(z.string()) }),
      parts: z.array(z.enum(['list', 'detail', 'form'])),
      related: z
        .array(
          z.strictObject({
            model: z.string(),
            label: z.string(),
            field: z.string(),
            columns: z.array(z.string()),
          }),
        )
        .default([]),
    }),
  ),
  routes: z.array(routeWriteSchema),
})

/** A record as the demo files tell it: links by natural key, days from today, pictures by name. */
export type DemoRecord = Readonly<Record<string, unknown>>

/** Everything the demo workspace is made of but its records, read from `fixtures/demo`. */
export async function readDemo() {
  const layouts = (await readdir(inDemo('layouts'))).filter((name) => name.endsWith('.json')).toSorted()
  return {
    ...peopleSchema.parse(readJson('people.json')),
    models: z.array(modelWriteSchema).parse(readJson('models.json')),
    fieldPermissions: rulesSchema.parse(readJson('field-permissions.json')),
    layouts: layouts.map((name) => layoutSchema.parse(readJson('layouts', name))),
    screens: screensSchema.parse(readJson('screens.json')),
  }
}
export type Demo = Awaited<ReturnType<typeof readDemo>>

/** The records of a model, in file order. */
export const readDemoRecords = (model: string): DemoRecord[] =>
  z.array(z.record(z.string(), z.unknown())).parse(readJson('records', `${model}.json`))

/** A file of `fixtures/demo` as JSON. */
export const readDemoJson = (name: string): unknown => readJson(name)

/** The price book: the rows of the catalogue by column name. */
export async function readPriceBook(): Promise<DemoRecord[]> {
  const path = join(fixtures, 'catalogues', 'price-book.csv')
  const { head, portions } = await openRows(path, path)
  const { headers } = head
  const rows: Cell[][] = []
  for await (const portion of portions()) rows.push(...portion.rows)
  return rows.map((row) => {
    const cells = headers.map((header, index) => [header, cellText(row[index])] as const)
    const { lead_time_days, stock_item, ...rest } = Object.fromEntries(cells)
    return { ...rest, lead_time_days: Number(lead_time_days), stock_item: stock_item === 'yes' }
  })
}

/** The bytes of a picture by its short name. */
export const readPhoto = (name: string): { name: string; bytes: Buffer } => ({
  name: `${name}.jpg`,
  bytes: readFileSync(inDemo('photos', `${name}.jpg`)),
})

/** The bytes of a file below `fixtures`. */
export const readDocument = (path: string): { name: string; bytes: Buffer } => ({
  name: path.split('/').at(-1) ?? path,
  bytes: readFileSync(join(fixtures, path)),
})
