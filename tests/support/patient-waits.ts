// In tests with a DOM: what is awaited may load its chunk first, and on a busy machine that takes a while.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: 10_000 })
}
