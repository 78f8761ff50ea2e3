import { useState } from 'react'
import type { StartableWorkflow } from '#contracts/api/workflows.ts'
import { problemsOf } from '#engine/data/api-error.ts'
import { listOf } from '#engine/data/list-of.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import type { ViewProps } from '../view-props.ts'
import { InputQuestions, untouched, type Answers } from './input-questions.tsx'
import type { workflowStart } from './workflow-start.definition.ts'
import styles from './workflow-start.module.css'

/** The workflows somebody may begin here, one button each; those that ask something open a form. */
export function WorkflowStart({ props, emit }: ViewProps<typeof workflowStart>) {
  const { model, record, workflow, title } = props
  const t = useTranslate()
  const api = useApi()
  const [asking, setAsking] = useState<StartableWorkflow | null>(null)
  const [working, setWorking] = useState<string | null>(null)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const answer = useAnswer(['workflow-starts', model, workflow], async () =>
    listOf<StartableWorkflow>(
      await api.call('GET /api/workflow-starts', {
        search: { ...(model !== null && { model }), ...(workflow !== null && { key: workflow }) },
      }),
    ),
  )
  const start = async ({ key, title: name }: StartableWorkflow, input?: Answers): Promise<void> => {
    setWorking(key)
    setProblems(new Map())
    try {
      const { id } = await api.call('POST /api/workflows/{key}/runs', {
        params: { key },
        body: { ...(record !== null && { record }), ...(input && { input: { ...input } }) },
      })
      toast.success(t('“{{name}}” was begun', { name }))
      setAsking(null)
      await emit('started', { id, workflow: key })
    } catch (error) {
      const found = problemsOf(error)
      setProblems(new Map(found.map(({ path, message }) => [path.replace(/^input\./, ''), message])))
      if (found.length === 0 || !input) reportFailure(error)
    } finally {
      setWorking(null)
    }
  }
  if (answer.error && !answer.data) {
    return (
      <ErrorState compact title={t('The workflows could not be read')} onRetry={answer.refetch}>
        {t(answer.error.message)}
      </ErrorState>
    )
  }
  if (!answer.data) return <Skeleton width={160} height={32} />
  // One that is about a record is begun where the record is.
  const offered = answer.data.filter((one) => one.model === null || record !== null)
  if (offered.length === 0) return null
  return (
    <div className={styles.starts}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {offered.map((one) => (
        <div key={one.key} className={styles.start}>
          <Button
            icon={one.fields === null ? 'play' : 'file'}
            loading={working === one.key}
            onClick={() => (one.fields === null ? void start(one) : setAsking(one))}
          >
            {one.title}
          </Button>
          {one.description !== '' && <span className={styles.words}>{one.description}</span>}
        </div>
      ))}
      {asking && (
        <StartDialog
          key={asking.key}
          workflow={asking}
          working={working !== null}
          problems={problems}
          onStart={(input) => void start(asking, input)}
          onClose={() => {
            setAsking(null)
            setProblems(new Map())
          }}
        />
      )}
    </div>
  )
}

interface StartDialogProps {
  workflow: StartableWorkflow
  working: boolean
  problems: ReadonlyMap<string, string>
  onStart: (input: Answers) => void
  onClose: () => void
}

function StartDialog({ workflow, working, problems, onStart, onClose }: StartDialogProps) {
  const t = useTranslate()
  const [answers, setAnswers] = useState<Answers>(() => untouched(workflow.fields ?? []))
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={workflow.title}
      description={workflow.description === '' ? undefined : workflow.description}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" loading={working} onClick={() => onStart(answers)}>
            {t('Send')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <InputQuestions
          fields={workflow.fields ?? []}
          value={answers}
          problems={problems}
          onChange={setAnswers}
        />
      </div>
    </Dialog>
  )
}
