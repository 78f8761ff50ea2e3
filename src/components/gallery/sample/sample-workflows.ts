import type { Notification } from '#contracts/api/notifications.ts'
import type {
  StartableWorkflow,
  StepLog,
  WorkflowParts,
  WorkflowRunDetail,
  WorkflowState,
} from '#contracts/api/workflows.ts'

const at = '2026-01-05T08:00:00Z'
const id = '0190a3c4-0000-7000-8000-000000000001'
const text = (title: string, control: string) => ({ title, control })

const parts: WorkflowParts = {
  steps: [
    {
      kind: 'set',
      title: 'Set fields',
      icon: 'pencil',
      schema: { properties: { model: text('Record of', 'model'), values: text('Fields', 'values') } },
    },
    {
      kind: 'notify',
      title: 'Tell somebody',
      icon: 'mail',
      schema: { properties: { to: text('Whom', 'people'), subject: text('Subject', 'text') } },
    },
    {
      kind: 'branch',
      title: 'Branch',
      icon: 'branch',
      schema: { properties: { test: text('If', 'expression') } },
    },
  ],
  triggers: [
    {
      kind: 'change',
      title: 'A record changes',
      icon: 'table',
      schema: { properties: { model: text('Records of', 'model') } },
    },
    { kind: 'button', title: 'Somebody presses a button', icon: 'play', schema: { properties: {} } },
  ],
  commands: [],
}

const step = { title: '', when: null, retries: 3 }
const workflow: WorkflowState = {
  key: 'remind',
  title: 'Remind the buyer',
  description: 'Tells whoever made an order when it is late.',
  active: true,
  runs_as: null,
  trigger: { on: 'change', model: 'suppliers', kinds: ['updated'], fields: [], where: null },
  steps: [
    {
      ...step,
      id: 'big',
      kind: 'branch',
      test: { '=': 'record.discount > 2' },
      yes: [
        {
          ...step,
          id: 'tell',
          kind: 'notify',
          to: [{ '=': 'user.id' }],
          by: ['app'],
          subject: 'A large discount',
          message: '',
          link: '',
        },
      ],
      no: [],
    },
    {
      ...step,
      id: 'mark',
      kind: 'set',
      model: 'suppliers',
      record: { '=': 'record.id' },
      values: { state: 'open' },
    },
  ],
  id,
  version_id: id,
  owner_id: null,
  next_at: null,
  has_hook: false,
  has_secret: false,
  updated_at: at,
}

const line = (number: number, step_id: string, input: unknown, output: unknown): StepLog => ({
  number,
  step_id,
  kind: step_id,
  title: '',
  turn: null,
  status: 'done',
  attempt: 1,
  input,
  output,
  error: null,
  reasons: null,
  took_ms: 12,
  at,
})

const run: WorkflowRunDetail = {
  id,
  workflow_id: id,
  key: 'remind',
  title: 'Remind the buyer',
  status: 'done',
  trigger_kind: 'change',
  model_id: null,
  record_id: null,
  user_id: id,
  role: null,
  depth: 0,
  parent_id: null,
  replay_of: null,
  steps: 2,
  attempts: 0,
  error: null,
  reasons: null,
  next_at: null,
  created_at: at,
  ended_at: at,
  trigger: {},
  approval: null,
  log: [
    line(0, 'big', { test: 'record.discount > 2' }, { yes: true }),
    line(1, 'tell', { to: ['Anna Brandt'] }, { app: 1, mail: 1 }),
  ],
  messages: [
    {
      id,
      step: 1,
      channel: 'email',
      name: 'Anna Brandt',
      status: 'sent',
      attempts: 1,
      reasons: null,
      next_at: null,
      sent_at: at,
    },
  ],
}

const notification = (number: number, subject: string, approval: Notification['approval']): Notification => ({
  id: `${id.slice(0, -1)}${number}`,
  subject,
  message: '',
  link: '',
  ours: false,
  approval,
  read_at: number === 1 ? null : at,
  created_at: at,
})

const notifications: Notification[] = [
  notification(1, 'May we order bricks for 12,400 €?', {
    id,
    status: 'waiting',
    decided_by: null,
    comment: null,
    decided_at: null,
  }),
  notification(2, 'The delivery of Nordkies is late', null),
]

const starts: StartableWorkflow[] = [
  { key: 'ask', title: 'Ask for a crane', description: 'Goes to the site office.', model: null, fields: [] },
]

const listed = <Row>(rows: readonly Row[]) => ({ rows, page: { size: rows.length, after: null } })

/** What the gallery answers of workflows and notifications; null for anything else. */
export function sampleWorkflows(area: string | undefined, isRun: boolean): Response | null {
  if (area === 'workflow-parts') return Response.json(parts)
  if (area === 'workflow-starts') return Response.json(listed(starts))
  if (area === 'workflows') return Response.json(isRun ? run : workflow)
  if (area === 'mine') return Response.json({ rows: [], approvals: notifications.slice(0, 1) })
  if (area === 'notifications') return Response.json({ ...listed(notifications), unread: 1 })
  return null
}
