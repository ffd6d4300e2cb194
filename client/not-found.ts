/** The not-found page logs a console error in the visitor's browser (specification section 8). */
console.error("404: no page at", location.pathname);
