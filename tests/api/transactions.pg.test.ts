import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { Transaction, type Mode } from '#server/database/transaction.ts'
import { errorAnswer } from '#server/http/error-answer.ts'
import { makeLogger } from '#server/log/logger.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const begin = (mode: Mode = 'read', entering = { text: 'select 1 as one', values: [] as unknown[] }) =>
  Transaction.begin<{ one: number }>(server.services.database.requests, mode, '', entering, 'nobody')

/** The error's SQLSTATE, or what was answered. */
const outcome = (asked: Promise<{ rows: unknown[] }>): Promise<unknown> =>
  asked.then(
    ({ rows }) => rows[0],
    (error: { code?: string }) => error.code,
  )

describe('statements that leave together', () => {
  it('are answered each its own, in order, again and again under the same names', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const [transaction, entered] = await begin()
      const asked = [
        transaction.query('select $1::int as n', [turn]),
        transaction.query('select \'{"a": 1}\'::jsonb as json', [], { written: true }),
        transaction.query('select $1::int as n', [turn + 10], { last: true }),
      ]
      expect(await entered).toEqual([{ one: 1 }])
      expect((await Promise.all(asked)).map(({ rows }) => rows)).toEqual([
        [{ n: turn }],
        [{ json: '{"a": 1}' }],
        [{ n: turn + 10 }],
      ])
      await transaction.commit()
    }
  })

  it('read their columns as asked, however often one connection was asked before', async () => {
    const text = `select g as n, nullif(g, 2)::text as "text", json_build_object('n', g) as json from generate_series(1, $1::int) g`
    for (let turn = 1; turn < 5; turn++) {
      const [transaction] = await begin()
      const [parsed, written] = await Promise.all([
        transaction.query(text, [turn % 3]),
        transaction.query(text, [2], { written: true, last: true }),
      ])
      expect(parsed.rowCount).toBe(turn % 3)
      expect(parsed.rows[0]).toEqual(turn === 3 ? undefined : { n: 1, text: '1', json: { n: 1 } })
      expect(written.rows).toEqual([
        { n: 1, text: '1', json: '{"n" : 1}' },
        { n: 2, text: null, json: '{"n" : 2}' },
      ])
      await transaction.commit()
    }
  })

  it('fail together behind the first that fails, and leave a connection that works', async () => {
    const text = 'select 7 as seven where $1::int > 0'
    for (let turn = 0; turn < 3; turn++) {
      const [transaction] = await begin()
      const asked = [
        transaction.query('select 1 / $1::int as n', [0]),
        transaction.query(text, [1]),
        transaction.query('select no_such_column', [], { last: true }),
      ]
      expect(await Promise.all(asked.map(outcome))).toEqual(['22012', '22012', '22012'])
      await transaction.rollback()
      // What was passed over was not read: its name must not count as prepared.
      const [next] = await begin()
      expect(await outcome(next.query(text, [1], { last: true }))).toEqual({ seven: 7 })
      await next.commit()
    }
  })

  it('a door that fails lets nothing behind it through', async () => {
    const [transaction, entered] = await begin('write', { text: 'select 1 / $1::int as one', values: [0] })
    const behind = transaction.query('select 2 as two', [])
    expect(await outcome(entered.then((rows) => ({ rows })))).toBe('22012')
    expect(await outcome(behind)).toBe('22012')
    await transaction.rollback()
  })

  it('a value that cannot be written fails alone', async () => {
    const [transaction] = await begin()
    const round: Record<string, unknown> = {}
    round['itself'] = round
    const asked = [
      transaction.query('select $1::jsonb as broken', [round]).catch((error: Error) => error.name),
      transaction.query('select $1::int as n', [5]).then(({ rows }) => must(rows[0])),
    ]
    expect(await Promise.all(asked)).toEqual(['TypeError', { n: 5 }])
    await transaction.commit()
  })

  it('a text without a statement is answered, too', async () => {
    const [transaction] = await begin()
    const asked = [
      transaction.query('-- nothing', []),
      transaction.query('select 1 as n', [], { last: true }),
    ]
    expect((await Promise.all(asked)).map(({ rows }) => rows)).toEqual([[], [{ n: 1 }]])
    await transaction.commit()
  })

  it('[REL-39] a connection that ends between two of them is our trouble, and the next one works', async () => {
    const [transaction] = await begin('write')
    const { rows } = await transaction.query<{ pid: number }>('select pg_backend_pid() as pid', [])
    const ended = new Promise((resolve) => transaction.client.once('end', resolve))
    await server.sql('select pg_terminate_backend($1)', [must(rows[0]).pid])
    await ended
    const thrown = await transaction.query('select 1', []).catch((error: unknown) => error)
    const { status } = errorAnswer(
      thrown,
      '',
      makeLogger('error', () => undefined),
    )
    expect(status).toBe(503)
    await transaction.rollback()
    const [next] = await begin()
    expect(await outcome(next.query('select 1 as n', [], { last: true }))).toEqual({ n: 1 })
    await next.commit()
  })

  it('know that a savepoint takes settings back', async () => {
    const [transaction] = await begin('write')
    const mode = async () => {
      const { rows } = await transaction.query<{ plan: string }>(
        "select current_setting('plan_cache_mode') as plan",
        [],
        { plan: 'lookup' },
      )
      return rows[0]?.plan
    }
    await transaction.query('savepoint here')
    expect(await mode()).toBe('force_generic_plan')
    expect(await outcome(transaction.query('select 1 / $1::int as n', [0]))).toBe('22012')
    await transaction.query('rollback to savepoint here')
    expect(await mode()).toBe('force_generic_plan')
    await transaction.commit()
  })
})
