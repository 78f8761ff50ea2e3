import { useEffect, useMemo, useRef, useState } from 'react'
import type { WorkflowParts, WorkflowState } from '#contracts/api/workflows.ts'
import type { Member } from '#contracts/member.ts'
import type { Workflow } from '#contracts/workflow.ts'
import { groupBy } from '#base/group-by.ts'
import { problemsOf } from '#engine/data/api-error.ts'
import { reportFailure } from '#engine/data/report-failure.ts'
import { useModel } from '#engine/data/use-model.ts'
import { useRefreshModel } from '#engine/data/use-refresh-model.ts'
import { useApi } from '#engine/engine-context.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { useTranslate } from '#ui/translate.ts'
import { SaveBar } from '../design/save-bar.tsx'
import { LeaveGuard } from '../form/leave-guard.tsx'
import { DesignerScopeProvider, type DesignerScope } from './designer-scope.ts'
import { DryRunDialog } from './dry-run-dialog.tsx'
import { namesFor } from './names-for.ts'
import { StepPanel, TriggerPanel } from './part-panel.tsx'
import {
  flatSteps,
  insertStep,
  moveStep,
  newStep,
  removeStep,
  replaceStep,
  stepOfPath,
} from './step-draft.ts'
import { partOf, problemWords, StepFlow, type StepProblems } from './step-flow.tsx'
import { triggerWords } from './step-words.ts'
import styles from './workflow-designer.module.css'

interface WorkflowEditorProps {
  stored: WorkflowState
  parts: WorkflowParts
  models: readonly { key: string; label: string }[]
  roles: DesignerScope['roles']
  members: readonly Member[]
  onSaved: () => void
  /** A secret was made that its calls are signed with. */
  onSigned: () => void
  onDirty: (dirty: boolean) => void
}

const plain = ({ key, title, description, active, runs_as, trigger, steps }: WorkflowState): Workflow => ({
  key,
  title,
  description,
  active,
  runs_as,
  trigger,
  steps,
})

/** The flow at the left, what is chosen of it at the right. */
export function WorkflowEditor(props: WorkflowEditorProps) {
  const { stored, parts, models, roles, members, onSaved, onSigned, onDirty } = props
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const refresh = useRefreshModel()
  const [base, setBase] = useState(() => ({ version: stored.version_id, workflow: plain(stored) }))
  const [draft, setDraft] = useState<Workflow>(base.workflow)
  const [chosen, setChosen] = useState('trigger')
  const [problems, setProblems] = useState<StepProblems>(new Map())
  const [working, setWorking] = useState(false)
  const [trying, setTrying] = useState(false)
  const changes = countChanges(base.workflow, draft)
  // Released anew, by this or another person: show it, unless something is being changed here.
  if (base.version !== stored.version_id && changes === 0) {
    setBase({ version: stored.version_id, workflow: plain(stored) })
    setDraft(plain(stored))
  }
  const dirty = changes > 0
  useEffect(() => onDirty(dirty), [onDirty, dirty])
  const panel = useRef<HTMLElement>(null)
  const shown = useRef(chosen)
  useEffect(() => {
    if (shown.current === chosen) return
    shown.current = chosen
    // On a narrow screen the panel stands below the flow.
    if (matchMedia('(max-width: 900px)').matches) panel.current?.scrollIntoView({ block: 'start' })
  }, [chosen])

  const about = 'model' in draft.trigger && draft.trigger.model ? draft.trigger.model : null
  const { data: description } = useModel(about)
  const scope = useMemo<DesignerScope>(
    () => ({ parts, models, roles, members, names: namesFor(draft, description?.fields ?? [], t) }),
    [parts, models, roles, members, draft, description, t],
  )
  const change = (part: Partial<Workflow>): void => setDraft({ ...draft, ...part })
  // What was refused is looked at again at the next save: a mark on what was mended would say that it is still wrong.
  const mended = (place: string): void => setProblems(new Map([...problems].filter(([at]) => at !== place)))
  const step = flatSteps(draft.steps).find(({ id }) => id === chosen)

  const save = async (): Promise<void> => {
    setWorking(true)
    setProblems(new Map())
    try {
      const { key, ...rest } = draft
      const saved = await api.call('PATCH /api/workflows/{key}', {
        params: { key },
        body: { ...rest, base_version_id: base.version },
      })
      toast.success(t('Workflow saved and released'))
      setBase({ version: saved.version_id, workflow: draft })
      await refresh('sys_workflow')
      onSaved()
    } catch (error) {
      const found = problemsOf(error)
      setProblems(groupBy(found, ({ path }) => stepOfPath(path, draft.steps) ?? 'trigger'))
      if (found.length > 0)
        toast.error(t('Nothing was saved'), { description: t('What is not complete is marked in the flow.') })
      else reportFailure(error)
    } finally {
      setWorking(false)
    }
  }
  const trigger = partOf(parts.triggers, draft.trigger.on)
  const triggerProblems = problems.get('trigger')
  return (
    <DesignerScopeProvider value={scope}>
      <LeaveGuard when={dirty && !working} />
      <div className={styles.head}>
        <Switch label={t('Switched on')} checked={draft.active} onChange={(active) => change({ active })} />
        <Button icon="eye" onClick={() => setTrying(true)}>
          {t('Dry run')}
        </Button>
      </div>
      <div className={styles.designer}>
        <div className={styles.main}>
          <div className={classes(styles.card, chosen === 'trigger' && styles.chosen)}>
            <button
              type="button"
              className={styles.open}
              aria-pressed={chosen === 'trigger'}
              onClick={() => setChosen('trigger')}
            >
              <Icon name={trigger.icon} className={styles.icon} />
              <span className={styles.stepWords}>
                <span className={styles.name}>{t(trigger.title)}</span>
                <span className={triggerProblems ? styles.problem : styles.faint}>
                  {(triggerProblems && problemWords(triggerProblems)) ??
                    triggerWords(draft, models, region.locale, t)}
                </span>
              </span>
            </button>
          </div>
          <StepFlow
            list=""
            label={t('Steps')}
            steps={draft.steps}
            chosen={chosen}
            problems={problems}
            onChoose={setChosen}
            onAdd={(place, kind) => {
              const made = newStep(kind, draft.steps)
              change({ steps: insertStep(draft.steps, place, made) })
              setChosen(made.id)
            }}
            onMove={(id, by) => change({ steps: moveStep(draft.steps, id, by) })}
            onRemove={(id) => {
              change({ steps: removeStep(draft.steps, id) })
              setChosen('trigger')
            }}
          />
        </div>
        <aside ref={panel} className={styles.panel} aria-label={t('What is chosen')}>
          {step ? (
            <StepPanel
              workflow={stored}
              onSigned={onSigned}
              key={step.id}
              step={step}
              problems={problems.get(step.id)}
              onChange={(next) => {
                change({ steps: replaceStep(draft.steps, step.id, next) })
                mended(step.id)
              }}
            />
          ) : (
            <TriggerPanel
              workflow={draft}
              saved={!dirty}
              onChange={(part) => {
                change(part)
                mended('trigger')
              }}
            />
          )}
        </aside>
      </div>
      <SaveBar
        changes={changes}
        working={working}
        onSave={() => void save()}
        onDiscard={() => {
          setDraft(base.workflow)
          setProblems(new Map())
        }}
      />
      {trying && <DryRunDialog workflow={draft} onClose={() => setTrying(false)} />}
    </DesignerScopeProvider>
  )
}

/** How many steps were added, removed or changed; the head and the order count one each. */
function countChanges(before: Workflow, after: Workflow): number {
  if (before === after) return 0
  const text = (value: unknown): string => JSON.stringify(value)
  const heads = ({ steps: _steps, ...head }: Workflow): string => text(head)
  const own = (steps: Workflow['steps']): Map<string, string> =>
    new Map(flatSteps(steps).map((step) => [step.id, text({ ...step, yes: null, no: null, steps: null })]))
  const [old, now] = [own(before.steps), own(after.steps)]
  const changed = [...now].filter(([id, step]) => old.get(id) !== step).length
  const removed = [...old.keys()].filter((id) => !now.has(id)).length
  const moved = changed + removed === 0 && text(before.steps) !== text(after.steps) ? 1 : 0
  return changed + removed + moved + (heads(before) === heads(after) ? 0 : 1)
}
