import type { WorkflowState } from '#contracts/api/workflows.ts'
import type { Workflow, WorkflowStep } from '#contracts/workflow.ts'
import type { TriggerKind, WorkflowTrigger } from '#contracts/workflow-trigger.ts'
import type { ApiProblem } from '#engine/data/api-error.ts'
import { classes } from '#ui/classes.ts'
import { NumberField } from '#ui/number-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { roleTitle } from '../design/role-title.ts'
import { useDesignerScope } from './designer-scope.ts'
import { ExpressionControl } from './expression-control.tsx'
import { HookAddress } from './hook-address.tsx'
import { PartControl } from './part-control.tsx'
import { propsOf } from './part-schema.ts'
import { SigningSecret } from './signing-secret.tsx'
import { changeStep } from './step-draft.ts'
import { partOf } from './step-flow.tsx'
import styles from './workflow-designer.module.css'

const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const newTriggers: { readonly [Kind in TriggerKind]: () => WorkflowTrigger } = {
  change: () => ({ on: 'change', model: '', kinds: ['created', 'updated'], fields: [], where: null }),
  schedule: () => ({ on: 'schedule', plan: '0 6 * * 1-5', zone: zone() }),
  date: () => ({ on: 'date', model: '', field: '', days: 0, at: '07:00', zone: zone(), where: null }),
  button: () => ({ on: 'button', model: null, roles: [] }),
  form: () => ({
    on: 'form',
    fields: [{ key: 'what', label: 'What', type: 'text', required: true, options: [] }],
    roles: [],
  }),
  hook: () => ({ on: 'hook' }),
}

interface TriggerPanelProps {
  workflow: Workflow
  /** It is released as it stands. */
  saved: boolean
  onChange: (change: Partial<Workflow>) => void
}

/** What the workflow is called, what begins it, and with whose rights it acts. */
export function TriggerPanel({ workflow, saved, onChange }: TriggerPanelProps) {
  const t = useTranslate()
  const { parts, roles } = useDesignerScope()
  const { trigger } = workflow
  const part = partOf(parts.triggers, trigger.on)
  return (
    <div className={styles.form}>
      <TextField label={t('Title')} value={workflow.title} onChange={(title) => onChange({ title })} />
      <TextArea
        label={t('Description')}
        rows={2}
        value={workflow.description}
        onChange={(description) => onChange({ description })}
      />
      <SelectField
        label={t('Begins when')}
        value={trigger.on}
        options={parts.triggers.map(({ kind, title }) => ({ value: kind, label: t(title) }))}
        onChange={(kind) => onChange({ trigger: newTriggers[kind as TriggerKind]() })}
      />
      {propsOf(part.schema).map((prop) => (
        <PartControl
          key={`${trigger.on} ${prop.name}`}
          prop={prop}
          model={modelOf(trigger)}
          value={(trigger as Record<string, unknown>)[prop.name]}
          onChange={(value) => onChange({ trigger: { ...trigger, [prop.name]: value } as WorkflowTrigger })}
        />
      ))}
      {trigger.on === 'hook' && <HookAddress workflow={workflow.key} saved={saved} />}
      <SelectField
        label={t('Acts as')}
        help={t('Never with more rights than whoever releases it.')}
        value={workflow.runs_as ?? ''}
        placeholder={t('Whoever causes it')}
        options={roles.map((role) => ({
          value: role.key,
          label: roleTitle(role, t),
        }))}
        onChange={(role) => onChange({ runs_as: role === '' ? null : role })}
      />
    </div>
  )
}

const modelOf = (part: object): string => {
  const model = 'model' in part ? part.model : null
  return typeof model === 'string' ? model : ''
}

interface StepPanelProps {
  workflow: Pick<WorkflowState, 'key' | 'has_secret'>
  /** Its calls are signed from now on. */
  onSigned: () => void
  step: WorkflowStep
  problems: readonly ApiProblem[] | undefined
  onChange: (step: WorkflowStep) => void
}

/** What a step takes, asked for by its schema; then what every step has. */
export function StepPanel({ workflow, onSigned, step, problems, onChange }: StepPanelProps) {
  const t = useTranslate()
  const { parts } = useDesignerScope()
  const part = partOf(parts.steps, step.kind)
  const put = (change: object): void => onChange(changeStep(step, change))
  return (
    <div className={styles.form}>
      <h2 className={styles.panelTitle}>{t(part.title)}</h2>
      {problems && (
        <ul role="alert" className={classes(styles.problem, styles.problems)}>
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {propsOf(part.schema).map((prop) => (
        <PartControl
          key={prop.name}
          prop={prop}
          model={modelOf(step)}
          inStep
          value={(step as unknown as Record<string, unknown>)[prop.name]}
          onChange={(value) => put({ [prop.name]: value })}
        />
      ))}
      {step.kind === 'call' && (
        <SigningSecret workflow={workflow.key} signs={workflow.has_secret} onMade={onSigned} />
      )}
      <details className={styles.more}>
        <summary>{t('More')}</summary>
        <div className={styles.form}>
          <TextField
            label={t('Title')}
            help={t('Others read what it gave as {{name}}.', { name: `steps.${step.id}` })}
            value={step.title}
            onChange={(title) => put({ title })}
          />
          <ExpressionControl
            label={t('Only if')}
            help={t('Otherwise the step is passed over.')}
            nullable
            value={step.when}
            onChange={(when) => put({ when })}
          />
          <NumberField
            label={t('Tries after the first')}
            help={t('When what failed may pass by itself, at growing distances.')}
            value={String(step.retries)}
            onChange={(text) => put({ retries: Math.min(8, Math.max(0, Number(text || 0))) })}
          />
        </div>
      </details>
    </div>
  )
}
