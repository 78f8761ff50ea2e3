import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isJsonObject } from '#base/json.ts'
import { stepKinds } from '#contracts/workflow.ts'
import { wakeWorkflows } from '#server/workflows/wake-workflows.ts'
import { addPerson, api, type Api } from '../support/people.ts'
import {
  makeRecord,
  makeWorkflow,
  runIs,
  runsOf,
  workflowWorld,
  type HeardCall,
  type WorkflowWorld,
} from '../support/workflow-world.ts'

let world: WorkflowWorld
let call: Api

beforeAll(async () => {
  world = await workflowWorld()
  call = world.call
})
afterAll(() => world.stop())

const make = (key: string, trigger: object, steps: object[], more: object = {}) =>
  makeWorkflow(call, key, trigger, steps, more)
const job = (values: Record<string, unknown>, who: Api = call) => makeRecord(who, 'job', values)
const read = async (id: string, who: Api = call) => (await who.get(`/api/records/job/${id}`)).body
const notes = async (text: string): Promise<{ id: string }[]> =>
  (
    await call.post('/api/query', {
      queries: [{ model: 'note', where: { field: 'text', op: 'eq', value: text } }],
    })
  ).body.results[0].rows
/** As if the time of its runs had come. */
async function makeDue(key: string): Promise<void> {
  await world.server.sql(
    `update app.workflow_runs set next_at = now() where key = $1 and status = 'waiting'`,
    [key],
  )
  wakeWorkflows()
}
const idIn = (output: unknown): string => (isJsonObject(output) ? String(output['id']) : '')
const onState = (state: string, more: object = {}) => ({
  on: 'change',
  model: 'job',
  fields: ['state'],
  where: { field: 'state', op: 'eq', value: state },
  ...more,
})

describe('what begins a workflow', () => {
  it('a change of a record: as whoever made it, once, and the history names the workflow and the run', async () => {
    await make('greet', onState('new', { kinds: ['created', 'updated'] }), [
      { id: 'mark', kind: 'set', model: 'job', values: { name: { '=': "record.name + '!'" } } },
    ])
    const member = await addPerson(world.owner, world.tenant, 'member')
    const theirs = api(member, world.tenant.id)
    const id = await job({ name: 'Roof', state: 'new' }, theirs)
    const other = await job({ name: 'Wall', state: 'old' })
    const run = await runIs(call, 'greet', 'done')
    expect(run).toMatchObject({
      record_id: id,
      user_id: member.userId,
      trigger_kind: 'change',
      depth: 0,
      error: null,
    })
    expect(run.log).toMatchObject([
      { step_id: 'mark', status: 'done', input: { record: id, values: { name: 'Roof!' } }, output: { id } },
    ])
    expect(await read(id)).toMatchObject({ name: 'Roof!' })
    expect(await read(other)).toMatchObject({ name: 'Wall' })
    const { body: history } = await call.get(`/api/records/job/${id}/events`)
    expect(history.rows[0]).toMatchObject({
      actor: { id: member.userId },
      via: 'Flow greet',
      workflow_run_id: run.id,
      after: { name: 'Roof!' },
    })
    expect(history.rows[1]).not.toHaveProperty('workflow_run_id')
    // What a workflow did is no step of the person: undo takes back what they did.
    await call.patch(`/api/records/job/${other}`, { name: 'Wall 2' })
    expect(await runsOf(call, 'greet')).toHaveLength(1)
  })

  it('a change of a record that a day is compared with: the day it is then', async () => {
    const late = { field: 'due', op: 'lt', value: { '=': 'today()' } }
    await make('late', { on: 'change', model: 'job', fields: ['due'], where: late }, [
      { id: 'mark', kind: 'set', model: 'job', values: { state: 'late' } },
    ])
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const coming = await job({ name: 'Coming', due: day(40) })
    const past = await job({ name: 'Past', due: day(-40) })
    await runIs(call, 'late', 'done')
    expect(await read(past)).toMatchObject({ state: 'late' })
    expect(await read(coming)).not.toMatchObject({ state: 'late' })
    // Nothing of a run is known yet.
    const { body, status } = await call.patch('/api/workflows/late', {
      trigger: { on: 'change', model: 'job', where: { ...late, value: { '=': 'record.due' } } },
    })
    expect([status, body.error.details[0].path]).toEqual([422, 'trigger.where.value'])
    expect((await call.patch('/api/workflows/late', { active: false })).status).toBe(200)
  })

  it('a run keeps the version it began with; the next one takes the new one', async () => {
    const steps = (text: string) => [
      { id: 'rest', kind: 'wait', seconds: 3600 },
      { id: 'note', kind: 'create', model: 'note', values: { text } },
    ]
    await make('versions', { on: 'button' }, steps('first'))
    expect((await call.post('/api/workflows/versions/runs', {})).status).toBe(202)
    await runIs(call, 'versions', 'waiting')
    expect((await call.patch('/api/workflows/versions', { steps: steps('second') })).status).toBe(200)
    await call.post('/api/workflows/versions/runs', {})
    await runIs(call, 'versions', 'waiting', 2)
    await makeDue('versions')
    await runIs(call, 'versions', 'done', 2)
    expect([(await notes('first')).length, (await notes('second')).length]).toEqual([1, 1])
  })

  it('a plan, made up for once, and a date that is reached, once for each record and date', async () => {
    await make('nightly', { on: 'schedule', plan: '0 3 * * *', zone: 'Europe/Berlin' }, [
      { id: 'note', kind: 'create', model: 'note', values: { text: 'night' } },
    ])
    await make('remind', { on: 'date', model: 'job', field: 'due', days: -2, at: '00:00', zone: 'UTC' }, [
      { id: 'mark', kind: 'set', model: 'job', values: { state: 'soon' } },
    ])
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const soon = await job({ name: 'Soon', due: day(2) })
    const later = await job({ name: 'Later', due: day(9) })
    const { body } = await call.get('/api/workflows/nightly')
    expect(body.next_at).toMatch(/T0[12]:00:00/)
    for (let times = 0; times < 2; times++) {
      await world.server.sql(
        `update app.workflow_states set next_at = now() - interval '1 minute', looked_at = now() - interval '1 day'
         where trigger_kind = 'date'`,
      )
      await world.server.sql(
        `update app.workflow_states set next_at = date_trunc('day', now()) - interval '3 days' where trigger_kind = 'schedule'`,
      )
      await world.server.services.jobs.look(true)
    }
    await runIs(call, 'nightly', 'done')
    await runIs(call, 'remind', 'done')
    expect(await read(soon)).toMatchObject({ state: 'soon' })
    expect((await read(later)).state ?? null).toBeNull()
  })

  it('a date that is today, when its time of day comes after the release', async () => {
    const now = new Date().toISOString()
    const before = new Date(Date.parse(now) - 120_000).toISOString()
    await make('today', { on: 'date', model: 'job', field: 'due', at: now.slice(11, 16), zone: 'UTC' }, [
      { id: 'mark', kind: 'set', model: 'job', values: { state: 'today' } },
    ])
    const due = await job({ name: 'Today', due: now.slice(0, 10) })
    const past = await job({
      name: 'Past',
      due: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    })
    // As if it had been released two minutes ago, before the time it names.
    await world.server.sql(
      `update app.workflow_states set next_at = now(), looked_at = '${before}' where trigger_kind = 'date'`,
    )
    await world.server.services.jobs.look(true)
    await runIs(call, 'today', 'done')
    expect(await read(due)).toMatchObject({ state: 'today' })
    expect((await read(past)).state ?? null).toBeNull()
  })

  it('a form that was filled in, by whom it is for', async () => {
    const fields = [
      { key: 'what', label: 'What', type: 'text', required: true },
      { key: 'cost', label: 'Cost', type: 'number' },
    ]
    await make('ask', { on: 'form', fields, roles: ['member'] }, [
      {
        id: 'job',
        kind: 'create',
        model: 'job',
        values: { name: { '=': 'trigger.input.what' }, total: { '=': 'trigger.input.cost' } },
      },
    ])
    const member = api(await addPerson(world.owner, world.tenant, 'member'), world.tenant.id)
    expect((await call.post('/api/workflows/ask/runs', { input: { what: 'x' } })).status).toBe(404)
    expect((await member.get('/api/workflow-starts')).body.rows).toMatchObject([
      { key: 'ask' },
      { key: 'versions' },
    ])
    const refused = await member.post('/api/workflows/ask/runs', { input: { cost: 'much', other: 1 } })
    expect(refused.body.error.details.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'input.cost',
      'input.other',
      'input.what',
    ])
    expect(
      (await member.post('/api/workflows/ask/runs', { input: { what: 'Crane', cost: '12.50' } })).status,
    ).toBe(202)
    const run = await runIs(call, 'ask', 'done')
    expect(await read(idIn(run.log[0]?.output))).toMatchObject({
      name: 'Crane',
      total: '12.5',
    })
    expect((await member.get('/api/workflows')).status).toBe(403)
    expect((await member.get('/api/workflows/ask/runs')).status).toBe(403)
  })

  it('another program, by an address that is shown once and can be ended', async () => {
    await make('inbound', { on: 'hook' }, [
      { id: 'note', kind: 'create', model: 'note', values: { text: { '=': 'trigger.body.text' } } },
    ])
    const hook = async () => (await call.post('/api/workflows/inbound/hook', {})).body.url as string
    const tell = (url: string, key: string) =>
      fetch(url.replace(/^.*\/api/, `${world.server.url}/api`), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ text: 'from outside' }),
      })
    const first = await hook()
    const second = await hook()
    expect((await tell(first, 'a')).status).toBe(404)
    for (const key of ['a', 'a', 'b']) expect((await tell(second, key)).status).toBe(202)
    await runIs(call, 'inbound', 'done', 2)
    expect(await notes('from outside')).toHaveLength(2)
    await call.patch('/api/workflows/inbound', { active: false })
    expect((await tell(second, 'c')).status).toBe(404)
    expect(JSON.stringify((await call.get('/api/workflows')).body)).not.toContain(second.split('/').at(-1))
  })

  it('a button on a record, also of a layout; a record one may not see is not there', async () => {
    await make('press', { on: 'button', model: 'job' }, [
      { id: 'up', kind: 'set', model: 'job', values: { count: { '=': 'record.count + 1' } } },
    ])
    const id = await job({ name: 'Pressed', count: 1 })
    const run = await call.post('/api/commands/workflow.start', { workflow: 'press', record: id })
    expect(run.body).toMatchObject({ models: ['sys_workflow_run'] })
    await runIs(call, 'press', 'done')
    expect(await read(id)).toMatchObject({ count: 2 })
    expect((await call.post('/api/workflows/press/runs', {})).status).toBe(422)
    expect((await call.post('/api/workflows/press/runs', { record: world.owner.userId })).status).toBe(404)
  })
})

describe('steps', () => {
  it('find, loop, branch and leave out; a loop ends at its limit', async () => {
    for (const [name, total] of [
      ['A', '10'],
      ['B', '200'],
      ['C', '300'],
    ] as const)
      await job({ name, total, state: 'sorted' })
    await make('sort', { on: 'button' }, [
      {
        id: 'found',
        kind: 'find',
        model: 'job',
        where: { field: 'state', op: 'eq', value: { '=': "'sor' + 'ted'" } },
        sort: [{ field: 'name' }],
      },
      {
        id: 'loop',
        kind: 'each',
        list: { '=': 'steps.found.rows' },
        most: 2,
        steps: [
          {
            id: 'big',
            kind: 'branch',
            test: { '=': 'item.total > 100' },
            yes: [
              {
                id: 'mark',
                kind: 'set',
                model: 'job',
                record: { '=': 'item.id' },
                values: { count: { '=': 'index' }, state: 'big' },
              },
            ],
            no: [
              {
                id: 'small',
                kind: 'set',
                model: 'job',
                record: { '=': 'item.id' },
                values: { state: 'small' },
              },
            ],
          },
        ],
      },
      {
        id: 'never',
        kind: 'create',
        model: 'note',
        when: { '=': 'steps.found.count > 3' },
        values: { text: 'never' },
      },
    ])
    await call.post('/api/workflows/sort/runs', {})
    const run = await runIs(call, 'sort', 'done')
    expect(run.log.map(({ step_id, turn, status }) => [step_id, turn, status])).toEqual([
      ['found', null, 'done'],
      ['loop', null, 'done'],
      ['big', '0', 'done'],
      ['small', '0', 'done'],
      ['big', '1', 'done'],
      ['mark', '1', 'done'],
      ['never', null, 'skipped'],
    ])
    expect(run.log[1]?.output).toEqual({ turns: 2, left_out: 1 })
    expect(await notes('never')).toEqual([])
  })

  it('finds by what is worked out: of one record, or of a list, for “is one of” too', async () => {
    const [one, two] = [await job({ name: 'One' }), await job({ name: 'Two' })]
    for (const [text, id] of [
      ['of one', one],
      ['of two', two],
      ['of two again', two],
    ] as const)
      await makeRecord(call, 'note', { text, job: id })
    await make('of_record', { on: 'button', model: 'job' }, [
      {
        id: 'own',
        kind: 'find',
        model: 'note',
        where: { field: 'job', op: 'in', value: [{ '=': 'record.id' }] },
      },
      {
        id: 'many',
        kind: 'find',
        model: 'note',
        where: { and: [{ field: 'job', op: 'in', value: [{ '=': 'steps.own.rows.map(row, row.job)' }] }] },
      },
    ])
    const { body } = await call.post('/api/workflows/of_record/dry-run', { record: two })
    expect(body, JSON.stringify(body)).toMatchObject({ outcome: 'done' })
    expect(body.steps.map((step: { output: { count: number } }) => step.output.count)).toEqual([2, 2])
  })

  it('days are those of the plan’s time zone, otherwise of the person’s: today, conditions, and waiting until a day', async () => {
    const dayIn = (timeZone: string, days = 0) =>
      new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(
        Date.now() + days * 86_400_000,
      )
    const steps = [
      { id: 'note', kind: 'create', model: 'note', values: { text: { '=': "'day ' + today()" } } },
      { id: 'rest', kind: 'wait', seconds: null, until: { '=': 'dateAdd(today(), 3, "day")' } },
    ]
    // A day and two hours apart: it is never the same day in both.
    for (const [key, zone] of [
      ['east', 'Pacific/Kiritimati'],
      ['west', 'Etc/GMT+12'],
    ] as const) {
      await make(key, { on: 'schedule', plan: '0 3 * * *', zone }, steps)
      const { body } = await call.post(`/api/workflows/${key}/dry-run`, {})
      expect(body.steps[0].input.values.text).toBe(`day ${dayIn(zone)}`)
      const midnight = `${dayIn(zone, 3)}T00:00:00${zone === 'Etc/GMT+12' ? '-12:00' : '+14:00'}`
      expect(body.steps[1].input.until).toBe(new Date(midnight).toISOString())
    }
    await world.server.sql(
      `update app.workflow_states set next_at = now() - interval '1 minute' where trigger_kind = 'schedule'`,
    )
    await world.server.services.jobs.look(true)
    const run = await runIs(call, 'west', 'waiting')
    expect(run.log[0]?.input).toMatchObject({ values: { text: `day ${dayIn('Etc/GMT+12')}` } })

    await make('pressed', { on: 'button' }, [steps[0] ?? {}])
    const zone = dayIn('Pacific/Kiritimati') === dayIn('UTC') ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
    await world.owner.supabase.auth.updateUser({ data: { time_zone: zone } })
    const { body } = await call.post('/api/workflows/pressed/dry-run', {})
    expect(body.steps[0].input.values.text).toBe(`day ${dayIn(zone)}`)
    await world.owner.supabase.auth.updateUser({ data: { time_zone: null } })
    const wrong = await make('unclear', { on: 'button' }, [
      { id: 'rest', kind: 'wait', seconds: null, until: { '=': "'5'" } },
    ])
    expect((await call.post(`/api/workflows/${wrong}/dry-run`, {})).body.steps[0]).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('This must give a day or a moment.'),
    })
  })

  it('tell people in the product and by mail, ask for a decision and go on with it', async () => {
    const boss = await addPerson(world.owner, world.tenant, 'admin')
    const theirs = api(boss, world.tenant.id)
    await make('approve', { on: 'button', model: 'job' }, [
      {
        id: 'boss',
        kind: 'approve',
        by: [{ role: 'admin' }],
        subject: { '=': "'May we order ' + record.name + '?'" },
        link: '/objects/x',
      },
      {
        id: 'tell',
        kind: 'notify',
        to: [{ '=': 'user.id' }],
        by: ['app', 'mail'],
        subject: { '=': "'Decided: ' + steps.boss.decision" },
        message: { '=': 'steps.boss.comment' },
        link: '//evil.test/x',
      },
    ])
    await call.post('/api/workflows/approve/runs', { record: await job({ name: 'Bricks' }) })
    await runIs(call, 'approve', 'approval')
    const { body: told } = await theirs.get('/api/notifications?unread=true')
    expect(told).toMatchObject({
      unread: 1,
      rows: [{ subject: 'May we order Bricks?', link: '/objects/x', approval: { status: 'waiting' } }],
    })
    const id = told.rows[0].approval.id
    expect((await call.post(`/api/approvals/${id}`, { decision: 'approved' })).status).toBe(404)
    const decided = await theirs.post(`/api/approvals/${id}`, { decision: 'rejected', comment: 'Too dear' })
    expect(decided.body).toMatchObject({ status: 'rejected', comment: 'Too dear' })
    expect((await theirs.post(`/api/approvals/${id}`, { decision: 'approved' })).status).toBe(422)
    const run = await runIs(call, 'approve', 'done')
    expect(run.log.map(({ step_id, status }) => [step_id, status])).toEqual([
      ['boss', 'waiting'],
      ['boss', 'done'],
      ['tell', 'done'],
    ])
    const { body: mine } = await call.get('/api/notifications')
    expect(mine.rows[0]).toMatchObject({ subject: 'Decided: rejected', message: 'Too dear', link: '' })
    expect((await world.server.mailbox(world.owner.email))[0]).toMatchObject({ subject: 'Decided: rejected' })
    expect((await call.post('/api/notifications/read', {})).body).toEqual({ unread: 0 })
    expect((await theirs.get('/api/notifications')).body).toMatchObject({ unread: 0 })
  })

  it('a decision whose people have all left says so, and somebody else can be asked', async () => {
    const boss = await addPerson(world.owner, world.tenant, 'admin')
    const heir = await addPerson(world.owner, world.tenant, 'member')
    const theirs = api(heir, world.tenant.id)
    await make('left', { on: 'button' }, [
      { id: 'boss', kind: 'approve', by: [{ member: boss.userId }], subject: 'May we?', link: '/objects/x' },
    ])
    await call.post('/api/workflows/left/runs', {})
    const { id } = await runIs(call, 'left', 'approval')
    const place = `/api/workflows/left/runs/${id}`
    const asked = async () => (await call.get(place)).body.approval
    expect(await asked()).toMatchObject({ subject: 'May we?', asked: [{ id: boss.userId }] })
    expect((await call.delete(`/api/members/${boss.userId}`)).status).toBe(204)
    expect(await asked()).toEqual({ subject: 'May we?', asked: [] })
    // Who manages workflows hears of it: the run would wait for ever.
    const { body: mine } = await call.get('/api/notifications?unread=true')
    expect(mine.rows[0]).toMatchObject({
      subject: 'Nobody is left to decide',
      message: 'May we?',
      link: `/workflows/left/runs/${id}`,
      ours: true,
    })
    await call.post('/api/notifications/read', {})

    expect((await theirs.post(`${place}/ask`, { person: heir.userId })).status).toBe(403)
    expect((await call.post(`${place}/ask`, { person: boss.userId })).status).toBe(422)
    for (const time of ['first', 'second'])
      expect((await call.post(`${place}/ask`, { person: heir.userId })).status, time).toBe(204)
    expect(await asked()).toMatchObject({ asked: [{ id: heir.userId }] })
    // The log says who asked whom, once.
    const { log } = (await call.get(place)).body
    expect(log.slice(1)).toMatchObject([
      {
        step_id: 'boss',
        status: 'waiting',
        input: { by: [expect.any(String)], asked_by: expect.any(String) },
      },
    ])
    const { body: told } = await theirs.get('/api/notifications?unread=true')
    expect(told).toMatchObject({ unread: 1, rows: [{ subject: 'May we?', link: '/objects/x' }] })
    await theirs.post(`/api/approvals/${told.rows[0].approval.id}`, { decision: 'approved' })
    await runIs(call, 'left', 'done')
    expect(await asked()).toBeNull()
    expect((await call.post(`${place}/ask`, { person: heir.userId })).status).toBe(422)
  })

  it('run a command of the product with the person’s rights, but none that changes the workspace', async () => {
    await call.post('/api/standard-models', { keys: ['cost_group_sets', 'cost_groups', 'cost_group_maps'] })
    await make('command', { on: 'button' }, [
      { id: 'press', kind: 'run', command: 'workflow.start', input: { workflow: 'command2' } },
    ])
    await make('command2', { on: 'button' }, [{ id: 'open', kind: 'run', command: 'portal.open' }])
    await call.post('/api/workflows/command/runs', {})
    await runIs(call, 'command', 'done')
    const run = await runIs(call, 'command2', 'failed')
    const reasons = [{ message: 'This command changes the workspace itself: people run it.' }]
    expect(run).toMatchObject({ depth: 1, error: reasons[0]?.message, reasons })
    expect(run.log.at(-1)).toMatchObject({ status: 'failed', error: reasons[0]?.message, reasons })
    // Lists of runs say it in the reader's language, too.
    const where = { field: 'id', op: 'eq', value: run.id }
    const listed = await call.post('/api/query', { queries: [{ model: 'sys_workflow_run', where }] })
    expect(listed.body.results[0].rows).toMatchObject([{ reasons }])
    const steps = { field: 'run_id', op: 'eq', value: run.id }
    const logged = await call.post('/api/query', { queries: [{ model: 'sys_workflow_step', where: steps }] })
    expect(logged.body.results[0].rows.at(-1)).toMatchObject({ status: 'failed', reasons })
    const query = encodeURIComponent(JSON.stringify({ where, fields: ['key', 'reasons'] }))
    const { body: csv } = await call.get(`/api/records/sys_workflow_run/export?format=csv&query=${query}`)
    expect(csv.trim().split('\r\n').at(-1)).toBe(`command2,${reasons[0]?.message}`)
  })

  it('a step that says or calls nothing is refused, unless the workflow is switched off', async () => {
    const blank = {
      key: 'blank',
      title: 'Blank',
      trigger: { on: 'button' },
      steps: [
        { id: 'ask', kind: 'approve', by: [{ role: 'owner' }], subject: ' ' },
        { id: 'tell', kind: 'notify', to: [{ role: 'owner' }], subject: { '=': "'Said'" } },
        { id: 'call', kind: 'call', url: '' },
      ],
    }
    const refused = await call.post('/api/workflows', blank)
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      [
        { path: 'steps.0.subject', code: 'missing' },
        { path: 'steps.2.url', code: 'missing' },
      ],
    ])
    expect((await call.post('/api/workflows', { ...blank, active: false })).status).toBe(201)
    expect((await call.patch('/api/workflows/blank', { active: true })).status).toBe(422)
  })

  it('a command that is not there is refused when the workflow is saved, wherever its step stands', async () => {
    const steps = (command: string) => [
      {
        id: 'b',
        kind: 'branch',
        test: { '=': 'true' },
        no: [{ id: 'press', kind: 'run', command }],
      },
    ]
    const body = { key: 'unknown_command', title: 'Unknown', trigger: { on: 'button' } }
    const refusal = {
      path: 'steps.0.no.0.command',
      code: 'unknown_command',
      text: 'There is no command {{name}}.',
      values: { name: 'bank.rob' },
    }
    const made = await call.post('/api/workflows', { ...body, steps: steps('bank.rob') })
    expect(made.status).toBe(422)
    expect(made.body.error.details).toMatchObject([refusal])
    expect((await call.get('/api/workflows/unknown_command')).status).toBe(404)
    await call.post('/api/workflows', { ...body, steps: steps('workflow.start') })
    const changed = await call.patch('/api/workflows/unknown_command', { steps: steps('bank.rob') })
    expect(changed.status).toBe(422)
    expect(changed.body.error.details).toMatchObject([refusal])
    // Nor does it come in with a whole workspace.
    const { body: whole } = await call.get('/api/workspace/export')
    const at = whole.definitions.findIndex(({ key }: { key: string }) => key === body.key)
    whole.definitions[at].body.steps = steps('bank.rob')
    const brought = await call.post('/api/workspace/import', whole)
    expect(brought.status).toBe(422)
    expect(brought.body.error.details).toMatchObject([
      { ...refusal, path: `definitions.${at}.body.${refusal.path}` },
    ])
  })

  it('[EX-14] no kind of step runs a program, a script or SQL; [EX-13] expressions see nothing of the server', async () => {
    expect(stepKinds.map(({ shape }) => shape.kind.value)).toEqual([
      'set',
      'create',
      'find',
      'notify',
      'approve',
      'call',
      'run',
      'wait',
      'branch',
      'each',
    ])
    for (const text of ['env.HOME', 'process.env', 'secrets.x', 'record.constructor'])
      expect(
        (
          await call.post('/api/workflows', {
            key: 'spy',
            title: 'Spy',
            trigger: { on: 'button' },
            steps: [{ id: 'a', kind: 'create', model: 'note', values: { text: { '=': text } } }],
          })
        ).status,
        text,
      ).toBe(422)
  })

  it('says everything that is wrong before it is released', async () => {
    const { status, body } = await call.post('/api/workflows', {
      key: 'wrong',
      title: 'Wrong',
      trigger: { on: 'change', model: 'job', fields: ['nope'] },
      runs_as: 'nobody',
      steps: [
        { id: 'a', kind: 'set', model: 'nowhere', values: {} },
        { id: 'a', kind: 'create', model: 'note', values: { nope: 1 } },
        { id: 'b', kind: 'wait' },
        {
          id: 'c',
          kind: 'branch',
          test: { '=': 'nothing.here' },
          yes: [{ id: 'd', kind: 'notify', to: [{ role: 'x' }], subject: 's' }],
        },
      ],
    })
    expect(status).toBe(422)
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'trigger.fields.nope',
      'runs_as',
      'steps.1.id',
      'steps.0.model',
      'steps.1.values.nope',
      'steps.2.seconds',
      'steps.3.test',
      'steps.3.yes.0.to.0',
    ])
    // Said so that the reader's language can say it.
    expect(body.error.details[0]).toMatchObject({
      message: 'nope: There is no such field.',
      text: '{{name}}: There is no such field.',
      values: { name: 'nope' },
    })
    expect(body.error.details[2]).toMatchObject({
      text: '{{name}}: This name is there twice.',
      values: { name: 'a' },
    })
  })
})

describe('rights', () => {
  it('[FP-20] are never more than the person’s: what they may not write fails, what they may not read is nothing', async () => {
    await call.post('/api/permissions/fields/bulk', [
      { model_id: world.jobModel, field_key: 'secret', read_roles: ['owner'], write_roles: ['owner'] },
    ])
    await make('leak', onState('leak'), [
      { id: 'copy', kind: 'set', model: 'job', values: { name: { '=': "'read: ' + record.secret" } } },
      { id: 'write', kind: 'set', model: 'job', values: { secret: 'taken' } },
    ])
    const id = await job({ name: 'Safe', secret: 'gold' })
    const member = await addPerson(world.owner, world.tenant, 'member')
    await api(member, world.tenant.id).patch(`/api/records/job/${id}`, { state: 'leak' })
    const run = await runIs(call, 'leak', 'failed')
    expect(run.user_id).toBe(member.userId)
    // What it was given is wanted most where it failed.
    const input = { model: 'job', record: id, values: { secret: 'taken' } }
    expect(run.log.at(-1)).toMatchObject({ step_id: 'write', status: 'failed', input })
    expect(await read(id)).toMatchObject({ name: 'read: ', secret: 'gold' })
  })

  it('a declared role is what a workflow acts as, and whoever releases it must be able to give it', async () => {
    await call.post('/api/roles', {
      key: 'clerk',
      label: 'Clerk',
      grants: { note: { verbs: ['read', 'create'] } },
    })
    await call.post('/api/roles', { key: 'author', label: 'Author', manage: ['workflows'] })
    const author = api(await addPerson(world.owner, world.tenant, 'author'), world.tenant.id)
    const wish = {
      key: 'as_owner',
      title: 'As owner',
      trigger: { on: 'button' },
      runs_as: 'owner',
      steps: [],
    }
    expect((await author.post('/api/workflows', wish)).status).toBe(403)
    await make(
      'clerk',
      { on: 'button', model: null },
      [
        { id: 'note', kind: 'create', model: 'note', values: { text: 'by the clerk' } },
        { id: 'job', kind: 'create', model: 'job', values: { name: 'by the clerk' } },
      ],
      { runs_as: 'clerk' },
    )
    await call.post('/api/workflows/clerk/runs', {})
    const run = await runIs(call, 'clerk', 'failed')
    expect(run).toMatchObject({ role: 'clerk', error: expect.stringContaining('may not be seen') })
    expect(await notes('by the clerk')).toHaveLength(1)
    // An owner who sets off what an author wrote lends it nothing the author could not do.
    await author.post('/api/workflows', {
      ...wish,
      key: 'deputy',
      runs_as: null,
      trigger: onState('deputy'),
      steps: [{ id: 'take', kind: 'set', model: 'job', values: { secret: 'taken' } }],
    })
    const id = await job({ state: 'deputy', secret: 'mine' })
    await runIs(call, 'deputy', 'failed')
    expect(await read(id)).toMatchObject({ secret: 'mine' })
  })

  it('end with the person: nothing more is done for somebody who left', async () => {
    await make('leaver', onState('leaver'), [
      { id: 'rest', kind: 'wait', seconds: 3600 },
      { id: 'note', kind: 'create', model: 'note', values: { text: 'after leaving' } },
    ])
    const member = await addPerson(world.owner, world.tenant, 'member')
    await job({ state: 'leaver' }, api(member, world.tenant.id))
    await runIs(call, 'leaver', 'waiting')
    await call.delete(`/api/members/${member.userId}`)
    await makeDue('leaver')
    expect(await runIs(call, 'leaver', 'failed')).toMatchObject({
      error: expect.stringContaining('no longer a member'),
    })
    expect(await notes('after leaving')).toEqual([])
  })
})

describe('what goes wrong', () => {
  it('[SS-08] workflows that begin one another end, and the log names why', async () => {
    await make(
      'echo',
      {
        on: 'change',
        model: 'job',
        kinds: ['updated'],
        fields: ['count'],
        where: { field: 'state', op: 'eq', value: 'echo' },
      },
      [{ id: 'up', kind: 'set', model: 'job', values: { count: { '=': 'record.count + 1' } } }],
    )
    const id = await job({ state: 'echo', count: 0 })
    await call.patch(`/api/records/job/${id}`, { count: 1 })
    const last = await runIs(call, 'echo', 'stopped')
    expect(last).toMatchObject({
      depth: 6,
      error: expect.stringContaining('began one another'),
      reasons: [{ text: expect.stringContaining('{{count}}'), values: { count: 5 } }],
      log: [],
    })
    expect(await read(id)).toMatchObject({ count: 7 })
    expect((await runsOf(call, 'echo')).map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('[SS-01] a call inside the network is refused for good', async () => {
    await make('inside', { on: 'button' }, [{ id: 'call', kind: 'call', url: `${world.address}/inside` }])
    await call.post('/api/workflows/inside/runs', {})
    expect(await runIs(call, 'inside', 'failed')).toMatchObject({
      attempts: 1,
      error: expect.stringContaining('private network'),
    })
    expect(world.heard).toEqual([])
  })

  it('a call that fails is tried again with the same key, given up, tried by hand, and begun again', async () => {
    Object.assign(world.server.services.settings, { webhooksToInnerAddresses: true })
    world.answer.status = 503
    await make('outward', { on: 'button' }, [
      {
        id: 'call',
        kind: 'call',
        url: `${world.address}/out`,
        body: { at: { '=': "'no' + 'w'" } },
        retries: 1,
      },
      {
        id: 'note',
        kind: 'create',
        model: 'note',
        values: { text: { '=': "'answer ' + string(steps.call.answer.ok)" } },
      },
    ])
    await call.post('/api/workflows/outward/runs', {})
    const waiting = await runIs(call, 'outward', 'waiting')
    expect(waiting).toMatchObject({ attempts: 1, error: expect.stringContaining('503') })
    await makeDue('outward')
    const failed = await runIs(call, 'outward', 'failed')
    expect(failed.log.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['failed', 1],
      ['failed', 2],
    ])
    world.answer.status = 200
    expect((await call.post(`/api/workflows/outward/runs/${failed.id}/retry`, {})).status).toBe(202)
    const done = await runIs(call, 'outward', 'done')
    expect(done.log.map(({ step_id, status, attempt }) => [step_id, status, attempt]).slice(2)).toEqual([
      ['call', 'done', 3],
      ['note', 'done', 1],
    ])
    expect(world.heard.map(({ path, key, body }) => [path, key, body])).toEqual(
      Array.from({ length: 3 }, () => ['/out', `${failed.id}_0`, { at: 'now' }]),
    )
    expect(await notes('answer true')).toHaveLength(1)
    const again = await call.post(`/api/workflows/outward/runs/${failed.id}/replay`, {})
    await runIs(call, 'outward', 'done', 2)
    expect(again.body.id).not.toBe(failed.id)
    expect(new Set(world.heard.map(({ key }) => key)).size).toBe(2)
    expect((await call.post(`/api/workflows/outward/runs/${failed.id}/cancel`, {})).status).toBe(422)
  })

  it('calls are signed as Standard Webhooks says, once there is a secret: shown once, to who manages workflows', async () => {
    const body = { at: 'noon', sum: '10.50' }
    await make('signed', { on: 'button' }, [{ id: 'call', kind: 'call', url: `${world.address}/s`, body }])
    const run = async (count: number) => {
      expect((await call.post('/api/workflows/signed/runs', {})).status).toBe(202)
      await runIs(call, 'signed', 'done', count)
      return world.heard.filter(({ path }) => path === '/s').at(-1)!
    }
    const plain = await run(1)
    expect([plain.id, plain.timestamp, plain.signature]).toEqual([plain.key, null, null])
    const member = api(await addPerson(world.owner, world.tenant, 'member'), world.tenant.id)
    expect((await member.post('/api/workflows/signed/secret')).status).toBe(403)
    const signatureBy = (secret: string, { id, timestamp, text }: HeardCall): string => {
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')}`
    }
    const secrets: string[] = []
    for (const count of [2, 3]) {
      const made = await call.post('/api/workflows/signed/secret')
      expect([made.status, made.body.secret]).toEqual([201, expect.stringMatching(/^whsec_.{44}$/)])
      secrets.push(made.body.secret)
      const heard = await run(count)
      expect([heard.id, heard.body]).toEqual([heard.key, body])
      expect(Math.abs(Number(heard.timestamp) * 1000 - Date.now())).toBeLessThan(300_000)
      expect(heard.signature).toBe(signatureBy(made.body.secret, heard))
    }
    expect(new Set(secrets).size).toBe(2)
    const shown = await call.get('/api/workflows/signed')
    expect(shown.body.has_secret).toBe(true)
    expect(JSON.stringify(shown.body)).not.toContain('whsec_')
    expect((await call.get('/api/workflows/outward')).body.has_secret).toBe(false)
  })

  it('[EX-17] a value that looks like more of the call is one value of it', async () => {
    const text = `x","admin":true,"y":"\\"}],{"z":"`
    await make('merged', { on: 'button' }, [
      {
        id: 'call',
        kind: 'call',
        url: `${world.address}/merged`,
        body: { note: { '=': JSON.stringify(text) }, list: [{ '=': JSON.stringify(text) }] },
      },
    ])
    await call.post('/api/workflows/merged/runs', {})
    await runIs(call, 'merged', 'done')
    expect(world.heard.find(({ path }) => path === '/merged')?.body).toEqual({ note: text, list: [text] })
  })

  it('[ER-04] what is kept of a failure holds nothing of the server and no secret', async () => {
    Object.assign(world.server.services.settings, { webhooksToInnerAddresses: true })
    Object.assign(world.answer, { status: 500, body: 'It broke' })
    await make('signed_broken', { on: 'button' }, [
      { id: 'call', kind: 'call', url: `${world.address}/broken`, body: { a: 1 }, retries: 0 },
    ])
    const signed = await call.post('/api/workflows/signed_broken/secret')
    expect([signed.status, signed.body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)])
    await make('broken', { on: 'button' }, [
      { id: 'call', kind: 'call', url: `${world.address}/broken`, body: { a: 1 }, retries: 0 },
    ])
    await make('unreachable', { on: 'button' }, [
      { id: 'call', kind: 'call', url: 'http://127.0.0.1:9/', body: {}, retries: 0 },
    ])
    const hook = await call.post('/api/records/sys_webhook', {
      name: 'Broken',
      url: `${world.address}/hooked`,
      models: ['note'],
    })
    expect(hook.status, JSON.stringify(hook.body)).toBe(201)
    const failing = ['broken', 'unreachable', 'signed_broken']
    for (const key of failing) await call.post(`/api/workflows/${key}/runs`, {})
    await makeRecord(call, 'note', { text: 'for the hook' })
    for (const key of failing) await runIs(call, key, 'failed')
    await expect
      .poll(() => world.server.sql('select 1 from app.webhook_deliveries where http_status = 500'), {
        timeout: 15_000,
      })
      .not.toEqual([])
    Object.assign(world.answer, { status: 200, body: '{"ok":true}' })
    const kept = await Promise.all(
      ['workflow_runs', 'workflow_steps', 'webhook_deliveries', 'notifications', 'audit'].map((table) =>
        world.server.sql(`select to_jsonb(t) as row from app.${table} t`),
      ),
    )
    const text = JSON.stringify([kept, world.server.logs])
    const { password, username } = new URL(world.server.databaseUrl)
    const secrets = [
      String(signed.body.secret),
      String(hook.body.secret),
      world.owner.token,
      password.length > 5 ? password : '',
      `//${username}`,
    ]
    for (const one of [
      ...secrets,
      world.server.dataDir,
      process.env['PATH'] ?? '',
      '    at ',
      'node_modules',
    ].filter(Boolean))
      expect(text.includes(one), one.slice(0, 12)).toBe(false)
    expect(text).not.toMatch(/authorization|bearer |whsec_|webhook-signature/i)
  })

  it('a dry run says what would happen for somebody, and writes, sends and asks nothing', async () => {
    const before = world.heard.length
    await make('dry', { on: 'button', model: 'job' }, [
      { id: 'note', kind: 'create', model: 'note', values: { text: 'dry' } },
      { id: 'found', kind: 'find', model: 'note', where: { field: 'text', op: 'eq', value: 'dry' } },
      { id: 'tell', kind: 'notify', to: [{ '=': 'user.id' }], by: ['app', 'mail'], subject: 'Dry' },
      { id: 'ask', kind: 'approve', by: [{ role: 'owner' }], subject: 'Dry?' },
      { id: 'call', kind: 'call', url: `${world.address}/dry` },
      { id: 'rest', kind: 'wait', seconds: 60 },
      { id: 'write', kind: 'set', model: 'job', values: { secret: 'taken' } },
    ])
    const record = await job({ name: 'Dry' })
    const member = await addPerson(world.owner, world.tenant, 'member')
    const numbers = await world.server.sql(`select count(*) from app.events where tenant_id = $1`, [
      world.tenant.id,
    ])
    const { status, body } = await call.post('/api/workflows/dry/dry-run', { as: member.userId, record })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ outcome: 'failed', acts_as: { role: 'member' } })
    expect(
      body.steps.map((step: { step_id: string; status: string }) => [step.step_id, step.status]),
    ).toEqual([
      ['note', 'done'],
      ['found', 'done'],
      ['tell', 'done'],
      ['ask', 'done'],
      ['call', 'done'],
      ['rest', 'done'],
      ['write', 'failed'],
    ])
    expect(body.steps.at(-1).input).toMatchObject({ record, values: { secret: 'taken' } })
    expect(body.steps[1].output.count).toBe(1)
    expect(await notes('dry')).toEqual([])
    expect(world.heard).toHaveLength(before)
    expect((await world.server.mailbox(world.owner.email)).some(({ subject }) => subject === 'Dry')).toBe(
      false,
    )
    expect(
      await world.server.sql(`select count(*) from app.events where tenant_id = $1`, [world.tenant.id]),
    ).toEqual(numbers)
    const asOwner = await call.post('/api/workflows/dry/dry-run', { record })
    expect(asOwner.body).toMatchObject({ outcome: 'done' })
    expect((await read(record)).secret ?? null).toBeNull()
  })
  it('dry runs one after the other leave the connections as they found them', async () => {
    await make('dry_often', { on: 'button' }, [
      { id: 'note', kind: 'create', model: 'note', values: { text: 'often' } },
    ])
    for (let times = 0; times < 12; times++) {
      const { status, body } = await call.post('/api/workflows/dry_often/dry-run', {})
      expect(status, `${times}: ${JSON.stringify(body)}`).toBe(200)
    }
    expect(await notes('often')).toEqual([])
  })
})
