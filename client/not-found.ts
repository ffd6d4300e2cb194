/** The not-found page logs a console error in the visitor's browser (given 3.12). */
console.error("404: no page at", location.pathname);
