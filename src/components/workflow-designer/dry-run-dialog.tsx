import { Suspense, useState } from 'react'
import type { Json } from '#base/json.ts'
import type { DryRun } from '#contracts/api/workflows.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import type { Workflow } from '#contracts/workflow.ts'
import { useAct } from '#engine/data/use-act.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { asDescription } from '../field/as-description.ts'
import { roleTitle } from '../design/role-title.ts'
import { fieldViewOf } from '../field/field-views.ts'
import { StepLog } from '../workflow-run/step-log.tsx'
import { useDesignerScope } from './designer-scope.ts'
import { JsonControl } from './json-control.tsx'
import { InputQuestions, untouched, type Answers } from '../workflow-start/input-questions.tsx'
import styles from './workflow-designer.module.css'

interface DryRunDialogProps {
  workflow: Workflow
  onClose: () => void
}

/** Says what the workflow as it stands here would do for somebody; nothing is written or sent. */
export function DryRunDialog({ workflow, onClose }: DryRunDialogProps) {
  const t = useTranslate()
  const api = useApi()
  const { members, roles } = useDesignerScope()
  const [person, setPerson] = useState('')
  const [record, setRecord] = useState<string | null>(null)
  const [input, setInput] = useState<Answers>(() =>
    workflow.trigger.on === 'form' ? untouched(workflow.trigger.fields) : {},
  )
  const [sent, setSent] = useState<Json>({})
  const [result, setResult] = useState<DryRun | null>(null)
  const { busy, act } = useAct(() => undefined)
  const { trigger } = workflow
  const model = 'model' in trigger && trigger.model ? trigger.model : null
  const run = async (): Promise<void> => {
    setResult(null)
    setResult(
      await api.call('POST /api/workflows/{key}/dry-run', {
        params: { key: workflow.key },
        body: {
          workflow,
          ...(person !== '' && { as: person }),
          ...(record !== null && { record }),
          ...(trigger.on === 'form' && { input: { ...input } }),
          ...(trigger.on === 'hook' && { body: sent }),
        },
      }),
    )
  }
  const { input: RecordInput } = fieldViewOf('relation')
  const actor = ({ acts_as: { name, role } }: DryRun): { name: string; role: string } => {
    const known = roles.find(({ key }) => key === role)
    return { name, role: known ? roleTitle(known, t) : role }
  }
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => open || onClose()}
      title={t('Dry run')}
      description={t('Says what would happen. Nothing is written, sent or asked.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button variant="primary" icon="play" loading={busy} onClick={() => void act(run)}>
            {t('Run dry')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Combobox
          label={t('As')}
          help={t('With what they and you may both.')}
          value={person}
          placeholder={t('You')}
          options={members.map((member) => ({ value: member.user_id, label: member.name }))}
          onChange={setPerson}
        />
        {model !== null && (
          <Suspense fallback={<Skeleton height={56} />}>
            <RecordInput
              field={recordField(model, t('Record'))}
              label={t('Record')}
              value={record}
              onChange={(id) => setRecord(typeof id === 'string' ? id : null)}
            />
          </Suspense>
        )}
        {trigger.on === 'form' && (
          <InputQuestions fields={trigger.fields} value={input} onChange={setInput} />
        )}
        {trigger.on === 'hook' && (
          <JsonControl
            label={t('What was sent')}
            help={t('JSON, as the other program sends it.')}
            value={sent}
            onChange={(next) => setSent(next as Json)}
          />
        )}
        <div aria-live="polite" className={styles.result}>
          {result && (
            <>
              <Notice tone={result.outcome === 'done' ? 'success' : 'warning'}>
                {result.outcome === 'done'
                  ? t('It would go through, as {{name}} ({{role}}).', actor(result))
                  : t('It would not go through, as {{name}} ({{role}}).', actor(result))}
              </Notice>
              <StepLog
                steps={result.steps.map((step, number) => ({
                  ...step,
                  number,
                  attempt: 1,
                  took_ms: null,
                  at: null,
                }))}
              />
            </>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const recordField = (model: string, label: string): FieldDescription =>
  asDescription({ key: 'record', label, type: 'relation', target: model })
