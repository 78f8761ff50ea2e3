import { StoredPicture } from '../files/stored-picture.tsx'
import { storedFiles } from '../files/stored-files.ts'
import { safeUrl } from '../props/safe-url.definition.ts'
import type { ViewProps } from '../view-props.ts'
import type { image } from './image.definition.ts'
import styles from './image.module.css'

/** A picture of a record, or of this server. Nothing is fetched from elsewhere. */
export function Image({ props: { file, src, alt, ratio, fit } }: ViewProps<typeof image>) {
  const stored = storedFiles(file)[0]
  const path = safeUrl(src)
  const own = stored === undefined && path?.startsWith('/') ? path : undefined
  return (
    <span className={styles[ratio]}>
      {own ? (
        <img src={own} alt={alt} loading="lazy" className={styles[fit]} />
      ) : (
        <StoredPicture id={stored?.id ?? null} alt={alt} fit={fit} />
      )}
    </span>
  )
}
