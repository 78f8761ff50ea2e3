import type { ReactNode } from 'react'
import type { Json } from '#base/json.ts'
import { isExpression } from '#contracts/expression.ts'
import { classes } from '#ui/classes.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEditor } from '../state/editor-store.ts'
import { problemAt } from '../state/problems.ts'
import { useLayoutPath, useValueControl } from './control-props.ts'
import { ExpressionInput } from './expression-input.tsx'
import styles from './inspector.module.css'
import { kindOf, type PropDescription } from './prop-kind.ts'
import { startValue } from './start-value.ts'

interface PropRowProps {
  prop: PropDescription
  path: string
  value: unknown
  onChange: (value: Json | undefined) => void
  model: string | null
  /** Beside the label: what holds only for one width. */
  mark?: ReactNode
  /** False where an expression has no meaning. */
  bindable?: boolean
}

const inline = new Set(['boolean'])
const tall = new Set(['list', 'object', 'map', 'fields', 'where', 'sort', 'json', 'long-text'])

/** One value: its label, a switch between a value and an expression, the control. */
export function PropRow({ prop, path, value, onChange, model, mark, bindable = true }: PropRowProps) {
  const t = useTranslate()
  const Control = useValueControl()
  const inLayout = useLayoutPath(path)
  const error = useEditor((state) => problemAt(state.problems, inLayout))
  const label = t(prop.label)
  const kind = kindOf(prop.place).kind
  const bound = isExpression(value)
  // An object that may be missing is missing until somebody wants it: its required keys are required only then.
  const isAbsent = kind === 'object' && !prop.required && (value === undefined || value === null)
  const canRemove = kind === 'object' && !prop.required && !isAbsent && !bound
  const swap = (): void => onChange(bound ? undefined : { '=': expressionFor(value) })
  return (
    <div
      className={classes(
        styles.prop,
        !bound && inline.has(kind) && styles.inline,
        (bound || tall.has(kind)) && styles.tall,
      )}
    >
      <div className={styles.propHead}>
        <span className={styles.propName} aria-hidden>
          {label}
          {prop.required && <span className={styles.needed}>{t('required')}</span>}
        </span>
        {mark}
        {canRemove && (
          <IconButton
            size="compact"
            icon="x"
            label={t('Take out {{name}}', { name: label })}
            onClick={() => onChange(undefined)}
          />
        )}
        {isAbsent && (
          <IconButton
            size="compact"
            icon="plus"
            label={t('Set {{name}}', { name: label })}
            onClick={() => onChange(startValue(prop.place))}
          />
        )}
        {bindable && (
          <IconButton
            size="compact"
            icon="formula"
            className={styles.bind ?? ''}
            label={
              bound
                ? t('{{name}}: use a value', { name: label })
                : t('{{name}}: use an expression', { name: label })
            }
            pressed={bound}
            onClick={swap}
          />
        )}
      </div>
      <div className={styles.propControl}>
        {isAbsent ? null : bound ? (
          <ExpressionInput
            label={label}
            path={path}
            text={value['=']}
            onChange={(text) => onChange({ '=': text })}
            error={error}
          />
        ) : (
          // Which one it is never changes: it comes through a context only to break a circle of imports.
          // oxlint-disable-next-line react/static-components
          <Control
            label={label}
            place={prop.place}
            value={value}
            onChange={onChange}
            path={path}
            model={model}
            required={prop.required}
            fallback={prop.fallback}
            error={error}
          />
        )}
        {prop.help && !isAbsent && <p className={styles.help}>{t(prop.help)}</p>}
      </div>
    </div>
  )
}

/** The expression that says the same as a value. An empty one may not be stored, so nothing becomes the empty text. */
function expressionFor(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : "''"
}
