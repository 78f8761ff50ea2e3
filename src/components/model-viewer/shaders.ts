import { mostPlanes } from './section-planes.ts'

// What every element looks like stands in a small picture beside the triangles (`paint-elements.ts`): choosing, hiding and
// colouring change some bytes of it, and never a triangle. Drawn twice: what is solid, then what can be seen through.

// The cuts that act stand first; a picture without one asks nothing more of a pixel.
const cutAway = `uniform vec4 cuts[${mostPlanes}];
uniform int cutCount;
bool isCutAway(vec3 at) {
  for (int i = 0; i < cutCount; i += 1) if (dot(cuts[i].xyz, at) > cuts[i].w) return true;
  return false;
}`

const lookUp = `
uniform sampler2D paint;
uniform bool seeThrough;
in float owner;
in vec4 tint;
out vec3 place;
out vec4 colour;
void main() {
  int wide = textureSize(paint, 0).x;
  int at = int(owner + 0.5);
  vec4 texel = texelFetch(paint, ivec2(at % wide, at / wide), 0);
  int mark = int(texel.a * 255.0 + 0.5);
  colour = mark == 255 ? tint : mark == 254 ? vec4(texel.rgb, 1.0) : texel;
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xyz;
  bool passed = mark == 0 || (colour.a < 0.99) != seeThrough;
  // All corners of a triangle in one point outside of the picture: it is not drawn.
  gl_Position = passed ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * viewMatrix * world;
}`

export const faceVertex = lookUp
export const faceFragment = `
precision highp float;
${cutAway}
in vec3 place;
in vec4 colour;
out vec4 pixel;
void main() {
  if (isCutAway(place)) discard;
  vec3 way = normalize(cameraPosition - place);
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  if (dot(normal, way) < 0.0) normal = -normal;
  float light = 0.62 + 0.2 * normal.y + 0.2 * dot(normal, way) + 0.06 * normal.x;
  // What a cut opens is seen from inside: darker, so that walls look filled.
  if (cutCount > 0 && !gl_FrontFacing) light = 0.5;
  pixel = vec4(colour.rgb * min(light, 1.05), colour.a);
}`

export const edgeVertex = lookUp
export const edgeFragment = `
precision highp float;
${cutAway}
in vec3 place;
in vec4 colour;
out vec4 pixel;
void main() {
  if (isCutAway(place)) discard;
  pixel = vec4(colour.rgb * 0.42, 0.75);
}`
