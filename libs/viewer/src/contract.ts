/** Nothing: the viewer stands above the other contexts, and none of them may know of it. */
export {};
