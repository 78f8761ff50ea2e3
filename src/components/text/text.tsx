import { classes } from '#ui/classes.ts'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { text } from './text.definition.ts'
import styles from './text.module.css'

/** Plain words; line breaks are kept, nothing is read as markup. */
export function Text({ props }: ViewProps<typeof text>) {
  const { tone, size, strong } = props
  const words = textOf(props.text)
  if (words === '') return null
  return <p className={classes(styles.text, styles[tone], styles[size], strong && styles.strong)}>{words}</p>
}
