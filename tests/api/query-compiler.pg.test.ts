import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#base/app-error.ts'
import { decimal, decimalText } from '#base/decimal.ts'
import { newId } from '#base/ids.ts'
import type { Query, QueryResult, Row } from '#contracts/query.ts'
import type { Workspace } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { answerQuery } from '#kernel/query/answer-query.ts'
import { prepareQuery } from '#kernel/query/prepare-query.ts'
import { asUuid } from '#kernel/sql/field-types.ts'
import { sql, toStatement } from '#kernel/sql/sql.ts'
import { Evaluator, Unknown } from '../support/evaluate-query.ts'
import { queries } from '../support/query-arbitrary.ts'
import {
  fillSlots,
  startQuestionDatabase,
  storeRows,
  type QuestionDatabase,
} from '../support/question-database.ts'
import {
  attributesOf,
  modelKeys,
  userId,
  worlds,
  worldWorkspace,
  type World,
} from '../support/query-world.ts'

// Every world is asked ten questions: 300 in a plain run, 20,000 with LONG=1.
const perWorld = 10
const runs = process.env.LONG ? 2000 : 30
const params = { numRuns: runs, endOnFailure: process.env.LONG !== undefined }
const patience = process.env.LONG ? 1_800_000 : 120_000

let database: QuestionDatabase
let client: pg.Client

beforeAll(async () => {
  database = await startQuestionDatabase()
  client = database.client
})
afterAll(() => database.drop())

async function ask(workspace: Workspace, query: Query): Promise<QueryResult> {
  const access = compilePermissions(workspace, 'reader')
  const asker = { userId, email: null, cursorKey: 'secret' }
  await client.query("select set_config('app.tenant', $1, false)", [workspace.tenantId])
  const resolved = prepareQuery(query, workspace, access, asker, 'queries.0')
  return answerQuery(resolved, async ({ text, values }) => (await client.query(text, values)).rows)
}

/** All pages of a question, one after the other. */
async function askAll(workspace: Workspace, query: Query): Promise<QueryResult & { pages: number }> {
  const first = await ask(workspace, query)
  const rows = [...first.rows]
  let pages = 1
  for (let { after } = first.page; after !== null; pages++) {
    const next = await ask(workspace, { ...query, page: { ...query.page, after } })
    rows.push(...next.rows)
    after = next.page.after
  }
  return { ...first, rows, pages }
}

/** Decimals without trailing zeros (a stored `1.50` is sent as it was written), moments of the system in one form. */
function plain(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plain(part, name)]))
  if (key.endsWith('_at') && typeof value === 'string')
    return `${value.slice(0, 19)}.${value.slice(20, -6).padEnd(6, '0')}Z`
  return /(price|cost|rating)$/.test(key) && typeof value === 'string' ? decimalText(decimal(value)) : value
}

function evaluate(world: World, query: Query): { rows: Row[]; aggregates?: Row } | 'unknown_field' {
  const evaluator = new Evaluator(world)
  try {
    const rows = evaluator.rows(query)
    const totals = query.aggregate && query.aggregate.length > 0 && !query.group
    return { rows, ...(totals ? { aggregates: evaluator.aggregates(query) } : {}) }
  } catch (error) {
    if (error instanceof Unknown) return 'unknown_field'
    throw error
  }
}

describe('questions on PostgreSQL', () => {
  it.each(['none', 'all', 'half'] as const)(
    `answers what a plain evaluation in memory answers (${runs * perWorld} questions, typed columns: %s)`,
    async (slots) => {
      const seen = { answered: 0, refused: 0, rows: 0 }
      const property = fc.asyncProperty(
        worlds(true),
        fc.array(queries, { minLength: perWorld, maxLength: perWorld }),
        async (world, asked) => {
          const tenantId = newId()
          const workspace = worldWorkspace(tenantId, world, { slots })
          await storeRows(client, tenantId, world.rows)
          await fillSlots(client, workspace)
          for (const query of asked) {
            const expected = evaluate(world, query)
            if (expected === 'unknown_field') {
              seen.refused += 1
              await expect(ask(workspace, query)).rejects.toMatchObject({ code: 'unknown_field' })
              continue
            }
            const { rows, total, aggregates } = await askAll(workspace, query)
            seen.answered += 1
            seen.rows += rows.length
            expect(plain(rows)).toEqual(expected.rows)
            expect(total).toBe(expected.rows.length)
            expect(plain(aggregates)).toEqual(expected.aggregates)
          }
        },
      )
      await fc.assert(property, params)
      // A run that refused everything, or answered with nothing, would prove nothing.
      expect(seen.answered).toBeGreaterThan(runs * perWorld * 0.4)
      expect(seen.refused).toBeGreaterThan(runs * perWorld * 0.02)
      expect(seen.rows).toBeGreaterThan(seen.answered / 2)
    },
    patience,
  )

  it(
    `[P-05] FP-19: what the reader may not see changes no answer (${runs * perWorld} questions in three worlds)`,
    async () => {
      const property = fc.asyncProperty(
        worlds(false)
          .map(hidingUnruled)
          .chain((world) => fc.tuple(fc.constant(world), twinOf(world))),
        fc.array(queries, { minLength: perWorld, maxLength: perWorld }),
        async ([world, twin], asked) => {
          const [here, there, nowhere] = [newId(), newId(), newId()]
          // In the third world the hidden fields were never made.
          const places = [
            { workspace: worldWorkspace(here, world) },
            { workspace: worldWorkspace(there, twin) },
            { workspace: worldWorkspace(nowhere, world, { without: world.hidden }) },
          ]
          await storeRows(client, here, world.rows)
          await storeRows(client, there, twin.rows)
          await storeRows(client, nowhere, withoutHidden(world))
          for (const query of asked) {
            const answers: string[] = []
            for (const { workspace } of places) answers.push(await textOf(workspace, query))
            expect(answers[1]).toBe(answers[0])
            expect(answers[2]).toBe(answers[0])
          }
        },
      )
      await fc.assert(property, params)
    },
    patience,
  )
})

/** The bytes a reader gets; page marks hold the workspace and are compared by what follows them. */
async function textOf(workspace: Workspace, query: Query): Promise<string> {
  try {
    return JSON.stringify(
      await askAll(workspace, query).then(({ page: { size }, ...rest }) => ({ ...rest, size })),
    )
  } catch (error) {
    if (error instanceof AppError) return JSON.stringify([error.code, error.message, error.details])
    throw error
  }
}

/** A rule that looks at a field decides by it which rows there are: such fields are not hidden here. */
const hidingUnruled = (world: World): World => ({
  ...world,
  hidden: Object.fromEntries(
    Object.entries(world.hidden).map(([model, keys]) => {
      const rule = JSON.stringify(world.rules[model] ?? {})
      return [model, keys.filter((key) => !rule.includes(`"field":"${key}"`))]
    }),
  ),
})

/** The same world to its reader, with other values where the reader cannot look, and other rows beyond the row rule. */
function twinOf(world: World): fc.Arbitrary<World> {
  const others = fc.tuple(...world.rows.map((row) => attributesOf(row.model)))
  return others.map((replacements) => {
    const evaluator = new Evaluator({ ...world, hidden: {} })
    const visible = new Set(modelKeys.flatMap((model) => evaluator.rows({ model }).map(({ id }) => id)))
    const rows = world.rows.flatMap((row, index) => {
      if (!visible.has(row.id)) return []
      const other = replacements[index] ?? {}
      const keys = world.hidden[row.model] ?? []
      const kept = Object.entries(row.attributes).filter(([key]) => !keys.includes(key))
      const changed = keys.flatMap((key) => (key in other ? [[key, other[key]] as const] : []))
      const attributes: Record<string, unknown> = Object.fromEntries([...kept, ...changed])
      if (keys.length > 0) attributes.free_key = other.free_key ?? 'changed'
      return [{ ...row, attributes }]
    })
    return { ...world, rows }
  })
}

/** The records as they would be had the hidden fields never existed. */
function withoutHidden(world: World): World['rows'] {
  return world.rows.map((row) => {
    const hidden = world.hidden[row.model] ?? []
    const drop = hidden.length > 0 ? [...hidden, 'free_key'] : []
    const attributes = Object.fromEntries(
      Object.entries(row.attributes).filter(([key]) => !drop.includes(key)),
    )
    return { ...row, attributes }
  })
}

it('takes a text for an id exactly when it is one', async () => {
  const id = '01a22487-669e-7505-a14b-e66f0ff67359'
  const strict = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
  const changed = fc
    .tuple(
      fc.nat({ max: 36 }),
      fc.nat({ max: 2 }),
      fc.constantFrom('', '-', '--', 'a', 'g', 'A', '_', '%', '\n', 'é', '😀'),
    )
    .map(([at, gone, put]) => id.slice(0, at) + put + id.slice(at + gone))
  const text = fc.oneof(fc.uuid(), changed, fc.stringMatching(/^[0-9a-f-]{36}$/), fc.string())
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20 }), async (items) => {
      const given = items.filter((item) => !item.includes('\0'))
      const statement = toStatement(sql`select ${asUuid(sql`item`)} as id from unnest(${given}::text[]) item`)
      const { rows } = await client.query<{ id: string | null }>(statement.text, statement.values)
      expect(rows.map((row) => row.id)).toEqual(given.map((item) => (strict.test(item) ? item : null)))
    }),
    { numRuns: 50 },
  )
})
