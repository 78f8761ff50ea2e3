import { Icon } from '#ui/icon.tsx'
import { Link as Anchor } from '#ui/link.tsx'
import { isInsideUrl, safeUrl } from '../props/safe-url.definition.ts'
import { textOf } from '../props/text-of.ts'
import type { ViewProps } from '../view-props.ts'
import type { link } from './link.definition.ts'
import styles from './link.module.css'

/** Leads to a screen or to another site. An address that is not safe leaves only the words. */
export function Link({ props: { label, to, icon } }: ViewProps<typeof link>) {
  const url = safeUrl(to)
  const words = (
    <>
      {icon && <Icon name={icon} />}
      {textOf(label)}
    </>
  )
  if (url === undefined) return <span className={styles.link}>{words}</span>
  if (isInsideUrl(url)) {
    return (
      <Anchor href={url} className={styles.link}>
        {words}
      </Anchor>
    )
  }
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
      {words}
      <Icon name="external" />
    </a>
  )
}
