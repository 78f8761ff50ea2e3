import { useId, useState } from 'react'
import { drawAmount } from '#ui/amount.tsx'
import checkbox from '#ui/checkbox.module.css'
import { classes } from '#ui/classes.ts'
import radio from '#ui/radio-group.module.css'
import { useRegion } from '#ui/region.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import type { ViewProps } from '../view-props.ts'
import { choose, groupsOf, type Option } from './choose.ts'
import type { optionList } from './option-list.definition.ts'
import styles from './option-list.module.css'

/** Options to tick and alternatives to pick, each with its amount. What is chosen shows at once. */
export function OptionList({ props, emit, pending }: ViewProps<typeof optionList>) {
  const { label, options: given, currency, disabled } = props
  const region = useRegion()
  const name = useId()
  // Until what is bound follows, it is what was chosen here.
  const [wish, setWish] = useState<{ of: string; options: Option[] } | null>(null)
  if (pending || !given) return <Skeleton lines={4} />
  const told = JSON.stringify(given.map(({ chosen }) => chosen))
  const options = wish?.of === told ? wish.options : given
  const set = (id: string, isChosen: boolean): void => {
    const next = choose(options, id, isChosen)
    setWish({ of: told, options: next })
    const chosen = next.flatMap((option) => (option.chosen && !option.fixed ? [option.id] : []))
    void emit('changed', { chosen })
  }
  return (
    <div className={styles.list}>
      {groupsOf(options).map(({ group, of }, at) => (
        <fieldset key={group ?? at} className={styles.group} disabled={disabled}>
          <legend className={classes(styles.legend, group === null && styles.unseen)}>
            {group ?? label}
          </legend>
          {of.map(({ id, title, text, chosen, amount }) => (
            <label key={id} className={styles.row} data-chosen={chosen || undefined}>
              <input
                type={group === null ? 'checkbox' : 'radio'}
                className={group === null ? checkbox.box : radio.dot}
                name={`${name}-${at}`}
                checked={chosen}
                onChange={(event) => set(id, event.target.checked)}
              />
              <span className={styles.words}>
                {title}
                {text && <span className={styles.text}>{text}</span>}
              </span>
              <span className={styles.amount}>
                {drawAmount({ value: amount ?? null, ...(currency && { currency }) }, region)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
