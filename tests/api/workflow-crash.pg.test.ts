import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stepKinds } from '#contracts/workflow.ts'
import { startMailRelay, type MailRelay } from '../support/mail-relay.ts'
import { api, makeWorkspace, signUp } from '../support/people.ts'
import { ServerProcess } from '../support/server-process.ts'
import { createTestDatabase } from '../support/start-test-database.ts'
import { startTestServer, type TestServer } from '../support/start-test-server.ts'
import { startTextGateway, type TextGateway } from '../support/text-gateway.ts'
import {
  makeRecord,
  makeWorkflow,
  runIs,
  runsOf,
  workflowWorld,
  type WorkflowWorld,
} from '../support/workflow-world.ts'

let world: WorkflowWorld
let relay: MailRelay
let gateway: TextGateway
const runs = process.env['LONG'] ? 200 : 2

beforeAll(async () => {
  relay = await startMailRelay()
  gateway = await startTextGateway()
  world = await workflowWorld(startWithReceivers)
})
afterAll(async () => {
  await world.stop()
  await relay.stop()
  gateway.stop()
})

/** A server whose mails and text messages really leave. */
async function startWithReceivers(): Promise<TestServer> {
  const server = await startTestServer({
    SMTP_URL: relay.url,
    MAIL_FROM: 'Formwork <office@bau.test>',
    SMS_GATEWAY_URL: gateway.url,
    SMS_COUNTRIES: 'DE',
    WEBHOOKS_TO_INNER_ADDRESSES: '1',
  })
  const mailbox: TestServer['mailbox'] = (to) =>
    vi.waitFor(() => {
      const sent = relay.mails.filter((mail) => mail.to === to)
      expect(sent).not.toEqual([])
      return sent.map((mail) => ({ ...mail, channel: 'email', sentAt: '' }))
    })
  return { ...server, mailbox }
}

/** What each run goes through: which step, and how it is left. */
const way = [
  ['one', 'done'],
  ['two', 'done'],
  ['seen', 'done'],
  ['tell', 'done'],
  ['call', 'done'],
  ['ask', 'waiting'],
  ['ask', 'done'],
  ['rest', 'waiting'],
  ['rest', 'done'],
  ['press', 'done'],
  ['loop', 'done'],
  ['three', 'done'],
  ['three', 'done'],
  ['way', 'done'],
  ['four', 'done'],
  ['pass', 'skipped'],
  ['five', 'done'],
] as const
const channels = ['email', 'sms']

// A sequence does not go back with its transaction, so that one for each moment of each run remembers that it was there: the
// first time, the connection is killed with all that was written and not committed. `ids` are the records of the runs.
const killer = (ids: readonly string[]): string => `
  create schema kills;
  do $do$
  declare record text;
  begin
    foreach record in array array['${ids.join("','")}'] loop
      for line in 1..${way.length} loop
        execute format('create sequence kills.%I', record || ' line ' || line);
      end loop;
      execute format('create sequence kills.%I', record || ' email');
      execute format('create sequence kills.%I', record || ' sms');
    end loop;
  end
  $do$;
  create function kills.once(p_run uuid, p_moment text) returns void language plpgsql security definer as $$
  begin
    if nextval(format('kills.%I', (select record_id from app.workflow_runs where id = p_run) || ' ' || p_moment)::regclass) = 1 then
      perform pg_terminate_backend(pg_backend_pid());
      perform pg_sleep(1);
    end if;
  end
  $$;
  create function kills.at_step() returns trigger language plpgsql security definer as $$
  begin
    perform kills.once(new.run_id, 'line ' || (select count(*) from app.workflow_steps where run_id = new.run_id));
    return null;
  end
  $$;
  create function kills.at_message() returns trigger language plpgsql security definer as $$
  begin
    perform kills.once(new.run_id, new.channel);
    return null;
  end
  $$;
  create trigger kill_once after insert on app.workflow_steps for each row execute function kills.at_step();
  create trigger kill_once after update of status on app.outgoing_messages for each row
    when (new.run_id is not null and new.status = 'sent') execute function kills.at_message()`

describe('a run that is killed in every step', () => {
  it('does each thing once', { timeout: 60_000 + runs * 5000 }, async () => {
    const { call, server, owner, address } = world
    await call.post('/api/standard-models', { keys: ['estimates'] })
    await server.sql(
      `update auth.users set phone = '4915112345678', phone_confirmed_at = now() where id = $1`,
      [owner.userId],
    )
    const steps = stepsOfEveryKind(address)
    await makeWorkflow(call, 'killed', { on: 'button', model: 'job' }, steps)
    const ids = await Promise.all(
      Array.from({ length: runs }, (_, index) => makeRecord(call, 'job', { name: `Job ${index}`, count: 1 })),
    )
    await server.sql(killer(ids))
    for (const record of ids)
      expect((await call.post('/api/workflows/killed/runs', { record })).status).toBe(202)
    await decideAll()
    await runIs(call, 'killed', 'done', runs)
    await vi.waitFor(
      async () =>
        expect(
          await server.sql(`select channel, status, count(*)::int from app.outgoing_messages
            where run_id is not null group by 1, 2 order by 1, 2`),
        ).toEqual(channels.map((channel) => ({ channel, status: 'sent', count: runs }))),
      { timeout: 20_000 + runs * 2000, interval: 200 },
    )

    // Each moment was gone through twice: killed, and done.
    const kills = await server.sql(
      `select last_value::int as times, count(*)::int from pg_sequences where schemaname = 'kills' group by 1`,
    )
    expect(kills).toEqual([{ times: 2, count: runs * (way.length + channels.length) }])

    const kinds = new Set<string>()
    for (const run of await runsOf(call, 'killed')) {
      for (const { kind } of run.log) kinds.add(kind)
      expect(run.log.map(({ step_id, status, attempt }) => [step_id, status, attempt])).toEqual(
        way.map(([id, status]) => [id, status, 1]),
      )
    }
    expect([...kinds].toSorted()).toEqual(
      stepKinds.map(({ shape }) => shape.kind.value).toSorted((a, b) => a.localeCompare(b)),
    )
    const ask = async (model: string): Promise<Record<string, unknown>[]> =>
      (await call.post('/api/query', { queries: [{ model, page: { size: 500 } }] })).body.results[0].rows
    const named = (...words: string[]): string[] =>
      ids.flatMap((_, index) => words.map((word) => `${word}Job ${index}`)).toSorted()
    expect((await ask('job')).map(({ count: found }) => found)).toEqual(ids.map(() => 5))
    expect((await ask('note')).map(({ text }) => text).toSorted()).toEqual(named('four ', 'one '))
    expect((await ask('estimates')).map(({ name }) => name).toSorted()).toEqual(named(''))
    expect((await notifications()).map(({ subject }) => subject).toSorted()).toEqual(named('', 'May we: '))
    // At those who were sent something, in the words that came.
    const mails = relay.mails.filter(({ subject }) => subject.startsWith('Job '))
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual(named(''))
    expect(gateway.texts.map(({ body }) => body.text).toSorted()).toEqual(named(''))
    // A call that was made before the kill is made again, with the same key: whoever gets it does its thing once.
    const calls = new Map(world.heard.map(({ key, body }) => [key, (body as { name: string }).name]))
    expect([...calls.values()].toSorted()).toEqual(named(''))
    expect(world.heard).toHaveLength(2 * runs)
  })
})

function stepsOfEveryKind(address: string): object[] {
  const note = (id: string) => ({
    id,
    kind: 'create',
    model: 'note',
    values: { text: { '=': `'${id} ' + record.name` } },
  })
  const count = (id: string) => ({
    id,
    kind: 'set',
    model: 'job',
    values: { count: { '=': 'record.count + 1' } },
  })
  const name = { '=': 'record.name' }
  const me = [{ '=': 'user.id' }]
  return [
    note('one'),
    count('two'),
    { id: 'seen', kind: 'find', model: 'job', where: { field: 'name', op: 'eq', value: name } },
    { id: 'tell', kind: 'notify', to: me, by: ['app', 'mail', 'text'], subject: name },
    { id: 'call', kind: 'call', url: `${address}/killed`, body: { name } },
    { id: 'ask', kind: 'approve', by: me, subject: { '=': "'May we: ' + record.name" } },
    { id: 'rest', kind: 'wait', seconds: 1 },
    { id: 'press', kind: 'run', command: 'estimate.create', input: { name } },
    { id: 'loop', kind: 'each', list: { '=': '[1, 2]' }, steps: [count('three')] },
    { id: 'way', kind: 'branch', test: { '=': 'record.count == 4' }, yes: [note('four')] },
    { ...note('pass'), when: { '=': "steps.ask.decision == 'rejected'" } },
    count('five'),
  ]
}

type Told = { subject: string; approval: { id: string; status: string } | null }
async function notifications(): Promise<Told[]> {
  const all: Told[] = []
  for (let after = ''; ;) {
    const { body } = await world.call.get(`/api/notifications?size=200${after}`)
    all.push(...body.rows)
    if (body.page.after === null) return all
    after = `&after=${body.page.after}`
  }
}

/** Decides each question as it comes, until all runs had theirs. */
async function decideAll(): Promise<void> {
  for (let decided = 0; decided < runs; await wait(50))
    for (const { approval } of await notifications())
      if (approval?.status === 'waiting') {
        const { status } = await world.call.post(`/api/approvals/${approval.id}`, { decision: 'approved' })
        expect(status).toBe(200)
        decided++
      }
}

describe('a server that is killed while it is at a run', () => {
  it.runIf(process.env['LONG'])(
    'goes on after a restart, and has done each thing once',
    async () => {
      const turns = 200
      const database = await createTestDatabase()
      const server = new ServerProcess(database.url)
      await server.start()
      try {
        const address = { url: server.url, mailbox: server.mailbox } as unknown as TestServer
        const owner = await signUp(address)
        const call = api(owner, (await makeWorkspace(owner, 'Killed')).id)
        await call.post('/api/models', {
          key: 'note',
          label: 'Notes',
          schema: { fields: [{ key: 'text', label: 'Text', type: 'text' }] },
        })
        const list = Array.from({ length: turns }, (_, index) => index)
        const steps = [
          { id: 'note', kind: 'create', model: 'note', values: { text: { '=': 'string(item)' } } },
        ]
        await makeWorkflow(call, 'loop', { on: 'button' }, [
          { id: 'turns', kind: 'each', list: { '=': JSON.stringify(list) }, most: turns, steps },
        ])
        await call.post('/api/workflows/loop/runs', {})
        let done = 0
        let kills = 0
        for (;;) {
          const { body } = await call.get('/api/workflows/loop/runs')
          if (body.rows[0].status === 'done') break
          if (kills < 20 && body.rows[0].steps > done) {
            done = body.rows[0].steps
            await wait(Math.random() * 20)
            await server.kill()
            await server.start()
            kills++
          } else await wait(20)
        }
        expect(kills).toBeGreaterThan(5)
        const { body } = await call.post('/api/query', { queries: [{ model: 'note', page: { size: 500 } }] })
        expect(
          body.results[0].rows.map(({ text }: { text: string }) => Number(text)).toSorted(byNumber),
        ).toEqual(list)
      } finally {
        await server.end()
        await database.drop()
      }
    },
    1_800_000,
  )
})

const byNumber = (a: number, b: number): number => a - b
