import type { WorkflowPart } from '#contracts/api/workflows.ts'
import type { StepKind, WorkflowStep } from '#contracts/workflow.ts'
import type { ApiProblem } from '#engine/data/api-error.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { Popover } from '#ui/popover.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useDesignerScope } from './designer-scope.ts'
import { listsOf, type StepPlace } from './step-draft.ts'
import { stepWords } from './step-words.ts'
import styles from './workflow-designer.module.css'

/** What is wrong with each step, by its id; with what begins the workflow, as `trigger`. */
export type StepProblems = ReadonlyMap<string, readonly ApiProblem[]>

/** All that is wrong with a step, in a line. */
export const problemWords = (problems: readonly ApiProblem[]): string =>
  [...new Set(problems.map(({ message }) => message))].join(' ')

interface StepFlowProps {
  /** The name of the list: `` for the workflow's own. */
  list: string
  label: string
  steps: readonly WorkflowStep[]
  chosen: string
  problems: StepProblems
  onChoose: (id: string) => void
  onAdd: (place: StepPlace, kind: StepKind) => void
  onMove: (id: string, by: -1 | 1) => void
  onRemove: (id: string) => void
}

const partWords = { yes: 'Yes', no: 'No', steps: 'For each' } as const

/** Steps one below the other, those of a branch or loop inside it, and a place to add one after each. */
export function StepFlow(props: StepFlowProps) {
  const { list, label, steps, onAdd } = props
  return (
    <div className={styles.list}>
      <ol className={styles.flow} aria-label={label}>
        {steps.map((step, at) => (
          <li key={step.id} className={styles.item}>
            <AddStep compact onAdd={(kind) => onAdd({ list, at }, kind)} />
            <StepLine {...props} step={step} at={at} />
            {listsOf(step).map(({ part, steps: inner }) => (
              <InnerList key={part} {...props} part={part} step={step} inner={inner} />
            ))}
          </li>
        ))}
      </ol>
      <AddStep onAdd={(kind) => onAdd({ list, at: steps.length }, kind)} />
    </div>
  )
}

function InnerList({
  part,
  step,
  inner,
  ...props
}: StepFlowProps & { part: keyof typeof partWords; step: WorkflowStep; inner: readonly WorkflowStep[] }) {
  const t = useTranslate()
  return (
    <div className={styles.inner}>
      <span className={styles.way}>{t(partWords[part])}</span>
      <StepFlow {...props} list={`${step.id}.${part}`} label={t(partWords[part])} steps={inner} />
    </div>
  )
}

function StepLine({
  step,
  at,
  steps,
  chosen,
  problems,
  onChoose,
  onMove,
  onRemove,
}: StepFlowProps & { step: WorkflowStep; at: number }) {
  const t = useTranslate()
  const { parts, models } = useDesignerScope()
  const part = partOf(parts.steps, step.kind)
  const name = step.title || t(part.title)
  const wrong = problems.get(step.id)
  return (
    <div className={classes(styles.card, chosen === step.id && styles.chosen)}>
      <button
        type="button"
        className={styles.open}
        aria-pressed={chosen === step.id}
        onClick={() => onChoose(step.id)}
      >
        <Icon name={part.icon} className={styles.icon} />
        <span className={styles.stepWords}>
          <span className={styles.name}>{name}</span>
          <span className={wrong ? styles.problem : styles.faint}>
            {(wrong && problemWords(wrong)) ?? stepWords(step, { models, commands: parts.commands }, t)}
          </span>
        </span>
      </button>
      <Menu
        align="end"
        items={[
          { label: t('Move up'), icon: 'arrow-up', disabled: at === 0, onSelect: () => onMove(step.id, -1) },
          {
            label: t('Move down'),
            icon: 'arrow-down',
            disabled: at === steps.length - 1,
            onSelect: () => onMove(step.id, 1),
          },
          { kind: 'separator' },
          { label: t('Remove step'), icon: 'trash', tone: 'danger', onSelect: () => onRemove(step.id) },
        ]}
      >
        {(trigger) => (
          <IconButton icon="dots" size="compact" label={t('Actions for {{name}}', { name })} {...trigger} />
        )}
      </Menu>
    </div>
  )
}

/** A part by its kind; one the server does not offer any more keeps its key as its name. */
export const partOf = (parts: readonly WorkflowPart[], kind: string): WorkflowPart =>
  parts.find((part) => part.kind === kind) ?? { kind, title: kind, icon: 'circle', schema: {} }

function AddStep({ compact, onAdd }: { compact?: boolean; onAdd: (kind: StepKind) => void }) {
  const t = useTranslate()
  const { parts } = useDesignerScope()
  return (
    <div className={compact ? styles.between : styles.last}>
      <Popover
        label={t('Add step')}
        flush
        // oxlint-disable-next-line react/no-unstable-nested-components -- a function that draws, not a component
        content={(close) => (
          <ul className={styles.kinds} aria-label={t('Kinds of steps')}>
            {parts.steps.map((part) => (
              <li key={part.kind}>
                <button
                  type="button"
                  className={styles.pick}
                  onClick={() => {
                    onAdd(part.kind as StepKind)
                    close()
                  }}
                >
                  <Icon name={part.icon} />
                  {t(part.title)}
                </button>
              </li>
            ))}
          </ul>
        )}
      >
        {(trigger) =>
          compact ? (
            <IconButton icon="plus" size="compact" label={t('Add a step here')} {...trigger} />
          ) : (
            <Button icon="plus" {...trigger}>
              {t('Add step')}
            </Button>
          )
        }
      </Popover>
    </div>
  )
}
