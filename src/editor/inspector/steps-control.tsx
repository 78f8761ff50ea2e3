import type { Json } from '#base/json.ts'
import type { Action, ActionStep } from '#contracts/action.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Menu } from '#ui/menu.tsx'
import { useTranslate, type Translate } from '#ui/translate.ts'
import { ExpressionInput } from './expression-input.tsx'
import styles from './inspector.module.css'
import { ItemList } from './item-list.tsx'
import { PropRow } from './prop-row.tsx'
import { formOfStep, stepStarts, stepTitles, type StepKind } from './step-schema.ts'

interface StepsControlProps {
  label: string
  path: string
  steps: Action
  onChange: (steps: Action) => void
}

/** The steps that answer an event; each opens to a form made from its contract. */
export function StepsControl({ label, path, steps, onChange }: StepsControlProps) {
  const t = useTranslate()
  return (
    <ItemList
      label={label}
      items={steps}
      onChange={onChange}
      renderName={(step, at) => (
        <>
          {at + 1}. {t(stepTitles[step.do])} <span className={styles.hint}>{hintOf(step)}</span>
        </>
      )}
      renderItem={(step, at, change) => <StepForm path={`${path}.${at}`} step={step} onChange={change} />}
      renderAdd={(add) => (
        <Menu items={stepMenu(t, (kind) => add(structuredClone(stepStarts[kind])))}>
          {(trigger) => (
            <Button size="compact" variant="ghost" icon="plus" {...trigger}>
              {t('Add a step')}
            </Button>
          )}
        </Menu>
      )}
    />
  )
}

const stepMenu = (t: Translate, add: (kind: StepKind) => void) =>
  (Object.entries(stepTitles) as [StepKind, string][]).map(([kind, title]) => ({
    label: t(title),
    onSelect: () => add(kind),
  }))

interface StepFormProps {
  path: string
  step: ActionStep
  onChange: (step: ActionStep) => void
}

function StepForm({ path, step, onChange }: StepFormProps) {
  const t = useTranslate()
  const values = step as unknown as Record<string, Json>
  const { model, when } = values
  const set = (name: string, next: Json | undefined): void => {
    const { [name]: _replaced, ...rest } = values
    onChange((next === undefined ? rest : { ...rest, [name]: next }) as unknown as ActionStep)
  }
  return (
    <div className={styles.inner}>
      {formOfStep(step.do).map((prop) => (
        <PropRow
          key={prop.name}
          prop={prop}
          path={`${path}.${prop.name}`}
          value={values[prop.name]}
          model={typeof model === 'string' ? model : null}
          onChange={(next) => set(prop.name, next)}
        />
      ))}
      {when === undefined ? (
        <span>
          <Button size="compact" variant="ghost" icon="plus" onClick={() => set('when', { '=': 'true' })}>
            {t('Only when …')}
          </Button>
        </span>
      ) : (
        <div className={styles.tall}>
          <div className={styles.propHead}>
            <span className={styles.propName}>{t('Only when')}</span>
            <IconButton
              size="compact"
              icon="x"
              label={t('Take out')}
              onClick={() => set('when', undefined)}
            />
          </div>
          <ExpressionInput
            label={t('Only when')}
            path={`${path}.when`}
            text={step.when?.['='] ?? ''}
            onChange={(text) => set('when', { '=': text })}
          />
        </div>
      )}
    </div>
  )
}

function hintOf(step: ActionStep): string {
  const values = step as unknown as Record<string, unknown>
  for (const key of ['to', 'layout', 'model', 'title', 'text', 'key', 'url']) {
    const value = values[key]
    if (typeof value === 'string') return value
  }
  return ''
}
