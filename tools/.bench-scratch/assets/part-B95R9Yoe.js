export { t as messageOf, i as startOwnPart, o as stopAllParts } from "./part-BHwR-qR-.js";
