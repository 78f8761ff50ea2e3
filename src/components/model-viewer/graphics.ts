/** What this browser draws three dimensions with. `software`: no graphics card, each picture is work of the processor. */
export type Graphics = 'none' | 'software' | 'card'

let known: Graphics | null = null

/** Asked once for a page: the answer costs a drawing surface. Without WebGL 2 it is asked again, that may come back. */
export function graphics(): Graphics {
  if (known) return known
  const context = document.createElement('canvas').getContext('webgl2')
  if (!context) return 'none'
  const told = context.getExtension('WEBGL_debug_renderer_info')
  const renderer = String(context.getParameter(told?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER))
  context.getExtension('WEBGL_lose_context')?.loseContext()
  return (known = isSoftware(renderer) ? 'software' : 'card')
}

/** Whether what draws, by its name, is the processor. */
export const isSoftware = (renderer: string): boolean =>
  /swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer)
