import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Link } from '#ui/link.tsx'
import { isInsideUrl, safeUrl } from '../props/safe-url.definition.ts'
import styles from './markdown-text.module.css'

// Headings start under the page's own; a picture of another site would tell it who reads here.
const drawn: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  a: ({ href, children }) => {
    const url = safeUrl(href)
    if (url === undefined) return <span>{children}</span>
    if (isInsideUrl(url)) return <Link href={url}>{children}</Link>
    return (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  },
  img: ({ src, alt }) =>
    typeof src === 'string' && safeUrl(src) && src.startsWith('/') ? (
      <img src={src} alt={alt ?? ''} loading="lazy" />
    ) : (
      <span>{alt}</span>
    ),
  table: ({ children }) => (
    <div className={styles.scroll}>
      <table>{children}</table>
    </div>
  ),
}

/** Markdown as text a person may have written: HTML in it stays text, links lead only where `safeUrl` allows. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <div className={styles.markdown}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        components={drawn}
        urlTransform={(url) => safeUrl(url) ?? ''}
      >
        {text}
      </ReactMarkdown>
    </div>
  )
}
